-- SPDX-License-Identifier: Apache-2.0
-- For Neovim 0.11 and later with yaml-language-server on the PATH: put this into the configuration's lua/ and require it.
-- The schemas are where .vscode/settings.json of this example has them.
local root = vim.fs.root(0, '.vscode') or vim.fn.getcwd()

vim.lsp.config('yamlls', {
  cmd = { 'yaml-language-server', '--stdio' },
  filetypes = { 'yaml' },
  settings = {
    yaml = {
      schemas = {
        [root .. '/.vscode/modavd-profile.schema.json'] = 'profiles/*.yaml',
        [root .. '/.vscode/modavd-instance.schema.json'] = 'instance.yaml',
        [root .. '/.vscode/modavd-settings.schema.json'] = 'modavd.yaml',
      },
      schemaStore = { enable = false },
    },
  },
})
vim.lsp.enable('yamlls')
