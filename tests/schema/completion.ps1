# SPDX-License-Identifier: Apache-2.0
# usage: pwsh -File completion.ps1 SCRIPT LINE: prints what SCRIPT offers at the end of LINE.
param($script, $line)
. ([scriptblock]::Create((Get-Content -Raw $script)))
[System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches |
    ForEach-Object { $_.CompletionText }
