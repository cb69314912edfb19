// SPDX-License-Identifier: Apache-2.0
// node editor.js SERVER WORKSPACE LUA: speaks to the language server over its standard streams as an editor does, with the
// settings of WORKSPACE/.vscode/settings.json, about the files of the table below.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { pathToFileURL } = require('url');

const [server, workspace, lua] = process.argv.slice(2);
const settings = JSON.parse(fs.readFileSync(path.join(workspace, '.vscode/settings.json'), 'utf8'));

// ---- JSON-RPC ----

const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
const diagnostics = new Map();
let listeners = [];
let buffer = Buffer.alloc(0);
let next = 1;

function send(message) {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}
const notify = (method, params) => send({ method, params });
function request(method, params) {
  const id = next++;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}
// What VS Code answers: its settings of a section, as a tree.
function section(name) {
  const tree = {};
  for (const [key, value] of Object.entries(settings)) {
    const parts = key.split('.');
    let at = tree;
    for (const part of parts.slice(0, -1)) at = at[part] = at[part] || {};
    at[parts[parts.length - 1]] = value;
  }
  return tree[name] || null;
}
function receive(message) {
  if (message.method === 'textDocument/publishDiagnostics') {
    diagnostics.set(message.params.uri, message.params.diagnostics);
    listeners.forEach((listener) => listener());
  } else if (message.method === 'workspace/configuration') {
    send({ id: message.id, result: message.params.items.map((item) => section(item.section)) });
  } else if (message.method && message.id !== undefined) {
    send({ id: message.id, result: null });
  } else if (waiting.has(message.id)) {
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }
}
child.stdout.on('data', (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString('latin1', 0, end))[1]);
    if (buffer.length < end + 4 + length) return;
    const text = buffer.toString('utf8', end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    receive(JSON.parse(text));
  }
});

// ---- the questions: '|' in the text is the cursor ----

const head = 'modavd-profile: 1\nname: x\n';
const questions = [
  { file: 'profiles/a.yaml', ask: 'completion', text: head + '|', has: ['summary', 'default', 'when', 'params', 'qemu', 'acpi', 'guest', 'off-switch'], not: ['name', 'host'] },
  { file: 'profiles/b.yaml', ask: 'completion', text: head + 'when:\n  |', has: ['host', 'accel', 'emulator', 'qemu', 'arch', 'guest-kernel', 'cpus'], not: ['summary'] },
  { file: 'profiles/c.yaml', ask: 'completion', text: head + 'when:\n  host: |', has: ['windows', 'linux', 'macos'], not: ['whpx'] },
  { file: 'profiles/d.yaml', ask: 'completion', text: head + 'when:\n  accel:\n    - |', has: ['whpx', 'aehd', 'kvm'], not: ['windows'] },
  { file: 'profiles/e.yaml', ask: 'completion', text: head + 'default: |', has: ['on', 'off'], not: ['windows'] },
  { file: 'profiles/f.yaml', ask: 'completion', text: head + 'params:\n  latency:\n    |', has: ['type', 'default', 'min', 'max', 'values', 'summary'], not: ['host'] },
  { file: 'profiles/g.yaml', ask: 'completion', text: head + 'guest:\n  checks:\n    - |', has: ['cpuidle.driver', 'clocksource', 'proves'], not: ['when'] },
  { file: 'profiles/h.yaml', ask: 'completion', text: head + 'acpi:\n  cst:\n    - state: C1\n      |', has: ['enter', 'latency', 'hint'], not: ['state'] },
  { file: 'profiles/h1.yaml', ask: 'completion', text: head + 'acpi:\n  cst:\n    - state: C1\n      enter: |', has: ['hlt', 'mwait'], not: ['C1'] },
  { file: 'vm/instance.yaml', ask: 'completion', text: 'name: x\n|', has: ['cpus', 'ram', 'arch', 'machine', 'guest-kernel'], not: ['name', 'when'] },
  { file: 'vm/modavd.yaml', ask: 'completion', text: 'target:\n  |', has: ['host', 'accel', 'run-dir', 'base-args'], not: ['cpus'] },
  { file: 'profiles/i.yaml', ask: 'hover', text: head + 'off-swi|tch: X\n', shows: 'It is for people who must turn the profile off without a file.' },
  { file: 'profiles/j.yaml', ask: 'hover', text: head + 'when:\n  ac|cel: kvm\n', shows: 'What helps under one accelerator can do harm under another.' },
  { file: 'profiles/k.yaml', ask: 'hover', text: head + 'guest:\n  checks:\n    - {cpuidle.driv|er: acpi_idle}\n', shows: 'The cpuidle driver:' },
  { file: 'vm2/modavd.yaml', ask: 'hover', text: 'target:\n  run-|dir: x\n', shows: 'Paths in modavd.args are relative to it.' },
  { file: 'profiles/l.yaml', ask: 'marks', text: head + 'acpi: {|cts: []}\n', says: /cts/ },
  { file: 'profiles/m.yaml', ask: 'marks', text: head + 'when:\n  host: |windos\n', says: /windows.*linux.*macos/s },
  { file: 'profiles/n.yaml', ask: 'marks', text: head + 'when:\n  accel: [kvm, |vbox]\n', says: /whpx.*kvm/s },
  { file: 'profiles/o.yaml', ask: 'marks', text: head + 'when:\n  qemu: |"2..7"\n', says: /a version range such as/ },
  { file: 'profiles/p.yaml', ask: 'marks', text: head + 'acpi:\n  cst:\n    - {state: C1, enter: hlt, latency: |5parsecs}\n', says: /a duration such as 100us/ },
  { file: 'profiles/q.yaml', ask: 'marks', text: '|name: x\n', says: /modavd-profile/ },
  { file: 'profiles/r.yaml', ask: 'marks', text: head + 'default: on\nwhen: {host: windows, qemu: ">= 2.7"}\n', says: null },
  { file: 'vm3/instance.yaml', ask: 'marks', text: 'name: x\ncpus: |300\n', says: /255/ },
  { file: 'vm4/modavd.yaml', ask: 'marks', text: 'target:\n  |hots: linux\n', says: /hots/ },
];

let passed = 0;
let failed = 0;
function verdict(question, faults) {
  if (faults.length === 0) {
    passed++;
    return;
  }
  failed++;
  console.log(`not ok - ${question.file}: ${question.ask}: ${faults.join('; ')}`);
}

function open(question) {
  const offset = question.text.indexOf('|');
  const text = question.text.replace('|', '');
  const before = question.text.slice(0, offset < 0 ? 0 : offset).split('\n');
  const uri = pathToFileURL(path.join(workspace, question.file)).href;
  notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  return { uri, position: { line: before.length - 1, character: before[before.length - 1].length } };
}

const asks = {
  async completion(question) {
    const { uri, position } = open(question);
    const answer = await request('textDocument/completion', { textDocument: { uri }, position });
    const labels = (answer.items || answer).map((item) => item.label);
    return [...question.has.filter((label) => !labels.includes(label)).map((label) => `'${label}' is missing in ${labels}`), ...question.not.filter((label) => labels.includes(label)).map((label) => `'${label}' is offered`)];
  },
  async hover(question) {
    const { uri, position } = open(question);
    const answer = await request('textDocument/hover', { textDocument: { uri }, position });
    const text = answer ? JSON.stringify(answer.contents).replace(/\\\\/g, '') : 'nothing';
    return text.includes(question.shows) ? [] : [`it shows ${text}`];
  },
  async marks(question) {
    const { uri, position } = open(question);
    const found = await new Promise((resolve) => {
      const look = () => diagnostics.has(uri) && resolve(diagnostics.get(uri));
      listeners.push(look);
      look();
    });
    listeners = [];
    const told = found.map((one) => `${one.range.start.line}:${one.range.start.character} ${one.message}`).join(' | ');
    if (question.says === null) return found.length === 0 ? [] : [`it says ${told}`];
    const right = found.some((one) => question.says.test(one.message) && one.range.start.line === position.line && one.range.start.character === position.character);
    return right ? [] : [`it says ${told || 'nothing'}, not at ${position.line}:${position.character}`];
  },
};

// The two examples name the same schemas for the same files.
function sameMappings() {
  const text = fs.readFileSync(lua, 'utf8');
  const wanted = Object.entries(settings['yaml.schemas']).map(([schema, files]) => `[root .. '${schema.slice(1)}'] = '${files}'`);
  verdict({ file: 'modavd.lua', ask: 'schemas' }, wanted.filter((line) => !text.includes(line)).map((line) => `${line} is missing`));
}

// The server asks for its settings after it has started, and tells nobody when it has them: until it marks what is wrong by a
// schema, it has none.
async function ready() {
  const uri = pathToFileURL(path.join(workspace, 'profiles/first.yaml')).href;
  notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text: 'zzz: 1\n' } });
  for (let version = 2; !(diagnostics.get(uri) || []).length; version++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text: 'zzz: 1\n' }] });
  }
}

async function main() {
  const root = pathToFileURL(workspace).href;
  await request('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'workspace' }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true }, textDocument: { completion: { completionItem: { snippetSupport: true } }, hover: { contentFormat: ['markdown'] } } },
  });
  notify('initialized', {});
  notify('workspace/didChangeConfiguration', { settings: { yaml: section('yaml') } });
  await ready();
  for (const question of questions) verdict(question, await asks[question.ask](question));
  sameMappings();
  console.log(`${passed} passed, ${failed} failed`);
  child.kill();
  process.exit(failed > 0 ? 1 : 0);
}
main().catch((error) => {
  console.log(`not ok - ${error.stack}`);
  child.kill();
  process.exit(1);
});
