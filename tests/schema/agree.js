// SPDX-License-Identifier: Apache-2.0
// node agree.js PROGRAM WORK ROOT COUNT SEED: makes files in WORK, for each rule of the schemas and COUNT mutations of right ones that
// follow the schemas (which come from the key tables), and has all of them judged by the program and by ajv.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const Ajv = require('ajv/dist/2020');
const YAML = require('yaml');
const { excuses } = require('./excuses.js');

const [work, root, countText, seedText] = process.argv.slice(3);
const program = path.resolve(process.argv[2]);
const count = Number(countText);

// ---- chance: mulberry32, the same on every machine ----

let state = Number(seedText) >>> 0;
function random(limit) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}
const pick = (list) => list[random(list.length)];

// ---- documents: objects and lists, with every scalar as the text that stands in the file ----

class Raw {
  constructor(text) {
    this.text = text;
  }
}
const isMap = (value) => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Raw);

// As an author would write it: quotes where YAML needs them.
function raw(value) {
  if (Array.isArray(value)) return value.map(raw);
  if (value instanceof Raw) return value;
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => [k, raw(v)]));
  if (typeof value === 'string' && !/^[A-Za-z0-9_/][A-Za-z0-9_./ -]*$/.test(value)) return new Raw(JSON.stringify(value));
  return new Raw(String(value));
}
// The same where what was made is among what is given; what is undefined is left out.
function rawParts(value) {
  if (value instanceof Raw) return value;
  if (Array.isArray(value)) return value.map(rawParts);
  return isMap(value) ? Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => [k, rawParts(v)])) : raw(value);
}
function copy(value) {
  if (Array.isArray(value)) return value.map(copy);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, copy(v)]));
  return value;
}
const keyText = (key) => (/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(key) ? key : JSON.stringify(key));
function print(value) {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return '[' + value.map(print).join(', ') + ']';
  return '{' + Object.entries(value).map(([k, v]) => `${keyText(k)}: ${print(v)}`).join(', ') + '}';
}
const file = (doc) => (isMap(doc) ? Object.entries(doc).map(([k, v]) => `${keyText(k)}: ${print(v)}\n`).join('') : print(doc) + '\n');

// ---- right documents: the smallest one with each key's example, richer ones by hand, the shipped profiles ----

const schemas = Object.fromEntries(['profile', 'instance', 'settings'].map((kind) => [kind, JSON.parse(fs.readFileSync(path.join(work, kind + '.json')))]));
const smallest = {
  profile: { 'modavd-profile': 1, name: 'x', guest: { checks: [{ clocksource: 'tsc' }] } },
  instance: { name: 'x', cpus: 2 },
  settings: {},
};
const rich = {
  profile: [
    { params: { latency: { type: 'duration', default: '100us', min: 0, max: '1ms' } }, acpi: { cst: [{ state: 'C1', enter: 'hlt', latency: '${latency}' }] } },
    { params: { latency: { type: 'duration', default: '100us', min: '1us', max: '1ms', summary: 'x' } }, acpi: { cst: [{ state: 'C1', enter: 'hlt', latency: '${latency}' }, { state: 'C2', enter: 'mwait', hint: '0x10', latency: '2ms', power: 5 }] } },
    { qemu: { globals: { 'virtio-blk-pci': { 'num-queues': [{ value: '${cpus}', when: { qemu: '>= 4.2', cpus: '>= 4' } }, 1] } } } },
    { qemu: { objects: [{ type: 'iothread', id: 'modavd-io0', 'poll-max-ns': '32us' }], arguments: ['-overcommit', 'cpu-pm=on'] }, when: { qemu: '>= 5.2' } },
    { guest: { checks: [{ 'cpuidle.polls': { 'at-least': 1 } }, { 'file./proc/version': { absent: true } }, { 'fw-cfg.opt/modavd/x': 'y' }, { 'mount./mnt/x.msize': { 'at-least': 4096 } }] } },
    { guest: { daemons: [{ name: 'a.sh', 'stop-when': { 'cpuidle.driver': ['acpi_idle', 'intel_idle'], clocksource: 'tsc' } }] } },
    { guest: { mounts: [{ type: '9p', what: 'x', path: '/mnt/x', options: { trans: 'virtio', msize: '256KiB', ro: 'on' } }] } },
    { extends: 'sync-io', params: { latency: { default: '50us' } } },
    { default: 'on', risk: 'data', caution: 'x', summary: 'x', 'off-switch': 'A_B', when: { host: ['windows', 'linux'], arch: 'x86_64', emulator: ['qemu'] } },
  ],
  instance: [{ ram: 512, arch: 'arm64', machine: 'virt', 'guest-kernel': 6.1 }, { cpus: 255, ram: '2G' }],
  settings: [
    { target: { host: 'linux', accel: 'kvm', emulator: 'qemu', qemu: '7.2.0', cores: 4 }, profiles: { disable: 'sync-io' } },
    { params: { 'sync-io': { latency: '150us' } }, accept: 'data', profiles: { enable: [] } },
    { target: null, profiles: { enable: null } },
  ],
};
// Odd ones that chance seldom makes: most are what one excuse is for.
const cst = (state) => ({ acpi: { cst: [{ state: 'C1', enter: 'hlt', latency: '1us', ...state }] } });
const mount = (part) => ({ guest: { mounts: [{ type: '9p', what: 'x', path: '/mnt/x', ...part }] } });
const odd = {
  profile: [
    { params: { a: { type: 'size', default: '1K' } }, ...cst({ latency: '${a}' }) },
    { qemu: { globals: { 'virtio-blk': { ioeventfd: 'off' } } } },
    { qemu: { globals: { iothread: { 'poll-max-ns': '1us' } } } },
    { qemu: { globals: { 'virtio-blk-pci': { 'num-queues': 5000 } } } },
    { extends: 'nobody' },
    { extends: 'small-io', params: { extra: { default: 5 } } },
    { params: { a: { type: 'word', default: 'x', min: 1 } } },
    { params: { a: { type: 'word', values: [5, true, 1.5, 'x'] } } },
    cst({ enter: 'mwait' }),
    cst({ latency: '1500ns' }),
    cst({ power: '0x100000000' }),
    mount({ what: 'ü'.repeat(18) }),
    mount({ options: { cache: 'maybe' } }),
    mount({ options: { ro: '' } }),
    { qemu: { arguments: ['-smp', '4'] } },
    { params: { a: { type: 'number', default: new Raw('007') } } },
    { guest: { mounts: [mount({}).guest.mounts[0], mount({}).guest.mounts[0]] } },
  ],
  instance: [{ cpus: new Raw("'300'") }, { cpus: new Raw('1e1') }],
  settings: [
    { target: { host: 'linux', accel: 'whpx' } },
    { target: { qemu: 'new' } },
    { profiles: { enable: 'nobody' } },
    { params: { 'sync-io': { latency: '2s' } } },
    { params: { 'sync-io': { nothing: '2s' } } },
  ],
};
// Keys to stand for those that a pattern of the schemas leaves free. The first that fits is taken, so those of QEMU come first.
const freeKeys = ['virtio-blk-pci', 'serial', 'x', 'cpuidle.latency.C1', 'virtio.virtio_blk.features', 'block.vda.queues', 'net.eth0.queues', 'mount./mnt/x.msize', 'getprop.a.b', 'file./x', 'fw-cfg.opt/x'];
function freeKey(pattern, depth) {
  const own = depth === 'globals' ? ['serial'] : [];
  const key = [...own, ...freeKeys].find((one) => new RegExp(pattern, 'u').test(one));
  if (!key) throw new Error(`no key of freeKeys fits ${pattern}`);
  return key;
}

// Every place that SCHEMA describes: its own schema, and a function that makes a document with a value there, in which each
// mapping has what it needs. ROOT holds what "$ref" names.
function everyPlace(schema, root, build, name = '') {
  const at = schema.$ref ? { ...root.$defs[schema.$ref.split('/').pop()], examples: schema.examples } : schema;
  const found = [{ schema: at, build }];
  const needed = Object.fromEntries((at.required || []).map((key) => [key, at.properties[key].examples[0]]));
  for (const [key, below] of Object.entries(at.properties || {})) found.push(...everyPlace(below, root, (value) => build({ ...needed, [key]: value }), key));
  for (const [pattern, below] of Object.entries(at.patternProperties || {})) {
    const key = freeKey(pattern, name);
    found.push(...everyPlace(below, root, (value) => build({ ...needed, [key]: value }), key === 'virtio-blk-pci' ? 'globals' : ''));
  }
  if (typeof at.additionalProperties === 'object') found.push(...everyPlace(at.additionalProperties, root, (value) => build({ 'sync-io': value })));
  if (at.items) found.push(...everyPlace(at.items, root, (value) => build([value])));
  return found;
}

// Values for a place that each rule of its schema is met and broken by; and some of the pool, for its pattern.
const texts = (...list) => list.map((text) => new Raw(text));
const ofEachKind = [...texts('5', '1.5', '-1', '-1.5', 'true', 'false', 'word', '""', '~', '"a\\nb"'), [], {}, { zzz: new Raw('1') }];
function valuesFor(schema, samples) {
  const found = [...ofEachKind, ...texts('5', '1.5', '-1', 'true', 'word', '~', '"a\\nb"').map((one) => [one]), [[]], [{}]];
  for (const limit of [schema.minimum, schema.maximum]) if (limit !== undefined) found.push(...texts(String(limit - 1), String(limit), String(limit + 1)));
  for (const words of [schema.enum, ...(schema.anyOf || []).map((one) => one.enum || (one.items || {}).enum)])
    for (const word of words || []) found.push(...texts(word, word + 'x'), texts(word, word + 'x'), texts(word));
  const tests = Object.keys(schema.properties || {}).filter((key) => key === 'at-least' || key === 'absent');
  for (const key of tests)
    found.push(...[...texts('100us', 'yes', 'no', 'maybe'), ...ofEachKind].map((value) => ({ [key]: value })));
  if (tests.length > 0) found.push({ 'at-least': new Raw('5'), absent: new Raw('true') });
  if (schema.maxItems) for (const length of [schema.maxItems, schema.maxItems + 1]) found.push(Array.from({ length }, (_, i) => raw({ ...schema.examples[0][0], state: `C${i + 1}`, ...(i > 0 ? { enter: 'mwait', hint: '0x10' } : {}) })));
  for (const example of schema.examples || []) {
    found.push(raw(example));
    if (isMap(example)) for (const key of Object.keys(example)) found.push(raw({ ...example, [key]: undefined }), raw({ ...example, zzz: 1 }), raw({ ...example, 'a b': 1 }));
  }
  const takesText = String(schema.type).includes('string');
  for (let i = 0; i < samples && takesText; i++) found.push(new Raw(pick(tokens)));
  for (let i = 0; i < samples && takesText; i++) found.push(scalarToken());
  return found;
}
const rightDocs = {};
for (const kind of Object.keys(schemas)) {
  const from = (part) => raw({ ...smallest[kind], ...part });
  const own = Object.keys(schemas[kind].properties);
  odd[kind] = odd[kind].map(from);
  rightDocs[kind] = [from({}), ...own.flatMap((key) => (schemas[kind].properties[key].examples || []).map((example) => from({ [key]: key === 'extends' ? 'sync-io' : example }))), ...rich[kind].map(from)];
}
for (const name of fs.readdirSync(path.join(root, 'profiles')).filter((name) => name.endsWith('.yaml')))
  rightDocs.profile.push(raw(YAML.parse(fs.readFileSync(path.join(root, 'profiles', name), 'utf8'))));

// ---- mutations, by what the schema says of the place ----

const words = [];
const keys = [];
const walkSchema = (schema) => {
  if (schema === null || typeof schema !== 'object') return;
  for (const word of schema.enum || []) words.push(word);
  for (const key of Object.keys(schema.properties || {})) keys.push(key);
  for (const below of Object.values(schema)) walkSchema(below);
};
Object.values(schemas).forEach(walkSchema);

const tokens = ['0', '1', '-1', '5', '255', '256', '300', '007', '1e3', '0x10', '0o14', '1.5', '1.0', '1.', '4294967295', '4294967296', '99999999999999999999',
  'true', 'false', 'yes', 'off', 'On', 'ON', 'oN', '~', 'null', "''", "'5'", "'300'", '"4294967296"', '100us', '1.5ms', '0.0001us', '5ns', '5 µs', '5 μs', '5parsecs', '4GiB', '4 k', '1.5K', '512', '01us',
  '"${latency}"', '"${cpus}"', '"${nope}"', '"${1 + }"', '"${2 * 3}"', '"x${cpus}"', 'a b', 'a/b', '../x', '/srv/x', '/srv//x', '/', '/a/../b', '/a#b', '"a#b"', 'C1', 'C2', 'C8', 'c1', 'hlt', 'mwait',
  'windos', 'Windows', '">= 2.7"', '">=2.7,<8"', '">= 2..7"', '"> 2, > 3, > 4, > 5, > 6"', '"== 4294967296"', '2.7', '"a\\nb"', '"a\\tb"', 'ünï', 'nul', 'com1', 'con', '-x', '--', '.', '..', 'a.b', '_x', 'A_B', '9p', 'help',
  '-smp', 'modavd-x', '"a,b"', '6.1.0-13-amd64', 'x'.repeat(41), 'x'.repeat(64), "'a\"b'"];
const scalarToken = () => new Raw(random(4) === 0 ? String(pick(words)) : pick(tokens));
const someValue = () => pick([scalarToken, scalarToken, () => [], () => [scalarToken()], () => ({}), () => ({ [pick(keys)]: scalarToken() }), () => new Raw('')])();
const badKeys = ['zzz', 'cpu-govenor', 'Name', 'a b', 'x'.repeat(70), 'cpus', 'with/slash', 'über', '5', 'cpuidle.latency.', 'cpuidle.latency.C1', 'block.a/b.queues', 'fw-cfg.opt//x', 'fw-cfg.' + 'y'.repeat(56), 'file./x'];

// Every place of DOC as [container, key].
function places(value, found = []) {
  const children = Array.isArray(value) ? value.map((_, i) => i) : isMap(value) ? Object.keys(value) : [];
  for (const key of children) {
    found.push([value, key]);
    places(value[key], found);
  }
  return found;
}
const maps = (doc) => [doc, ...places(doc).map(([at, key]) => at[key])].filter(isMap);

const mutations = {
  value: (doc) => {
    const [at, key] = pick(places(doc));
    at[key] = someValue();
  },
  scalar: (doc) => {
    const leaves = places(doc).filter(([at, key]) => at[key] instanceof Raw);
    if (leaves.length === 0) return;
    const [at, key] = pick(leaves);
    at[key] = scalarToken();
  },
  unknown: (doc) => {
    pick(maps(doc))[pick(badKeys)] = scalarToken();
  },
  misplaced: (doc) => {
    pick(maps(doc))[pick(keys)] = someValue();
  },
  missing: (doc) => {
    const map = pick(maps(doc));
    const list = Object.keys(map);
    if (list.length > 0) delete map[pick(list)];
  },
  renamed: (doc) => {
    const map = pick(maps(doc));
    const list = Object.keys(map);
    if (list.length === 0) return;
    const key = pick(list);
    const value = map[key];
    delete map[key];
    map[random(2) ? key + 'x' : pick(badKeys)] = value;
  },
  wrapped: (doc) => {
    const [at, key] = pick(places(doc));
    at[key] = random(3) ? [at[key]] : [copy(at[key]), copy(at[key])];
  },
  unwrapped: (doc) => {
    const lists = places(doc).filter(([at, key]) => Array.isArray(at[key]) && at[key].length > 0);
    if (lists.length === 0) return;
    const [at, key] = pick(lists);
    at[key] = at[key][0];
  },
  lengthened: (doc) => {
    const lists = places(doc).filter(([at, key]) => Array.isArray(at[key]) && at[key].length > 0);
    if (lists.length === 0) return;
    const [at, key] = pick(lists);
    while (at[key].length < 8) at[key].push(copy(at[key][0]));
  },
};

// Each rule of the schemas by itself.
for (const kind of Object.keys(schemas))
  for (const { schema, build } of everyPlace(schemas[kind], schemas[kind], (part) => part).slice(1))
    for (const value of valuesFor(schema, count / 250)) {
      const doc = { ...raw(smallest[kind]), ...rawParts(build(value)) };
      odd[kind].push(doc);
    }

function make(kind, number) {
  const list = [...rightDocs[kind], ...odd[kind]];
  const doc = copy(number < list.length ? list[number] : pick(rightDocs[kind]));
  if (kind !== 'settings' && doc.name) doc.name = new Raw(`${kind}-${number}`);
  if (number < list.length) return file(doc);
  for (let left = 1 + random(2); left > 0 && places(doc).length > 0; left--) mutations[pick(Object.keys(mutations))](doc);
  return file(doc);
}

// ---- what is judged: { kind, path (as the program names it), text } ----

const cases = [];
function addFile(kind, name, text) {
  fs.mkdirSync(path.dirname(name), { recursive: true });
  fs.writeFileSync(name, text);
  cases.push({ kind, path: name, text });
}
process.chdir(work);
const fixed = (kind) => rightDocs[kind].length + odd[kind].length;
for (let i = 0; i < fixed('profile') + count; i++) addFile('profile', `made/p${i}.yaml`, make('profile', i));
for (let i = 0; i < fixed('instance') + count / 4; i++) addFile('instance', `instances/i${i}/instance.yaml`, make('instance', i));
for (let i = 0; i < fixed('settings') + count / 4; i++) {
  fs.mkdirSync(`instances/s${i}`, { recursive: true });
  fs.writeFileSync(`instances/s${i}/instance.yaml`, `name: settings-${i}\ncpus: 4\n`);
  addFile('settings', `instances/s${i}/modavd.yaml`, make('settings', i));
}
// The inputs of tests/bad: files are profiles, folders hold profiles or instances.
const bad = path.join(root, 'tests', 'bad');
for (const entry of fs.readdirSync(bad, { withFileTypes: true })) {
  const at = path.join(bad, entry.name);
  if (entry.name.endsWith('.yaml')) addFile('profile', `bad/${entry.name}`, fs.readFileSync(at));
  if (!entry.isDirectory()) continue;
  for (const name of fs.readdirSync(at)) {
    const text = () => fs.readFileSync(path.join(at, name));
    if (name === 'modavd.yaml') addFile('settings', `bad-instances/${entry.name}/${name}`, text());
    else if (name === 'instance.yaml') addFile('instance', `bad-instances/${entry.name}/${name}`, text());
    else if (name.endsWith('.yaml')) addFile('profile', `bad-sets/${entry.name}/${name}`, text());
    else if (fs.statSync(path.join(at, name)).isFile()) {
      fs.mkdirSync(`bad-instances/${entry.name}`, { recursive: true });
      fs.copyFileSync(path.join(at, name), `bad-instances/${entry.name}/${name}`);
    }
  }
}
// The README's own YAML: profiles, and one modavd.yaml.
const blocks = [...fs.readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/^```yaml\n([^]*?)^```/gm)].map((match) => match[1]);
blocks.forEach((text, i) => {
  if (/^modavd-profile:/m.test(text)) {
    addFile('profile', `readme/b${i}.yaml`, text.replace('extends: other-profile', 'extends: sync-io'));
    return;
  }
  addFile('settings', `readme-instances/b${i}/modavd.yaml`, text);
  fs.writeFileSync(`readme-instances/b${i}/instance.yaml`, 'name: readme\ncpus: 2\n');
});

// ---- the program ----

const findings = new Map();
function check(...args) {
  const run = spawnSync(program, ['check', '--format', 'json', ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (![0, 1, 3].includes(run.status)) throw new Error(`check ${args.join(' ')}: status ${run.status} ${run.stderr}`);
  for (const finding of JSON.parse(run.stdout).findings)
    if (finding.level === 'error') findings.set(finding.path, [...(findings.get(finding.path) || []), finding]);
}
check('made', 'readme');
check('instances', 'readme-instances');
// Each wrong input alone, as tests/bad runs it; what they share they would report of each other.
for (const name of fs.readdirSync('bad')) check(`bad/${name}`);
for (const name of fs.readdirSync('bad-sets')) check(`bad-sets/${name}`);
for (const name of fs.readdirSync('bad-instances')) check(`bad-instances/${name}`);

// ---- ajv ----

const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false });
ajv.addKeyword('patternErrorMessage');
const validators = Object.fromEntries(Object.entries(schemas).map(([kind, schema]) => [kind, ajv.compile(schema)]));
function accepts(kind, text) {
  const utf8 = Buffer.from(text).toString('utf8');
  const doc = YAML.parseDocument(utf8, { version: '1.2', merge: false, logLevel: 'silent' });
  if (doc.errors.length > 0) return { valid: false, why: doc.errors[0].message };
  const valid = validators[kind](doc.toJS());
  return { valid, why: valid ? '' : ajv.errorsText(validators[kind].errors) };
}

// ---- the examples of the schemas are right by the schemas themselves ----

let passed = 0;
let failed = 0;
function fail(text) {
  failed++;
  if (failed <= Number(process.env.MODAVD_SHOW || 20)) console.log(`not ok - ${text}`);
}
function checkExamples(schema, where, defs) {
  if (schema === null || typeof schema !== 'object') return;
  for (const example of schema.examples || []) {
    const { $id, $schema, ...rest } = schema;
    if (ajv.validate({ ...rest, $defs: defs }, example)) passed++;
    else fail(`${where}: the example ${JSON.stringify(example)}: ${ajv.errorsText()}`);
  }
  for (const [key, below] of Object.entries(schema)) if (key !== 'examples') checkExamples(below, `${where}/${key}`, defs);
}
for (const [kind, schema] of Object.entries(schemas)) checkExamples(schema, kind, schema.$defs || {});

// ---- both verdicts ----

// The keys that lead to what stands at LINE and COLUMN of TEXT: "qemu/globals/virtio-blk-pci/num-queues"; and its text.
function whereIs(text, line, column) {
  const before = text.split('\n').slice(0, line - 1).map((one) => one + '\n').join('');
  const offset = before.length + [...text.slice(before.length)].slice(0, column - 1).join('').length;
  let found = { place: '', token: '' };
  YAML.visit(YAML.parseDocument(text, { version: '1.2', merge: false, logLevel: 'silent' }), (key, node, ancestors) => {
    if (!YAML.isNode(node) || !node.range || offset < node.range[0] || offset > Math.max(node.range[0], node.range[1] - 1)) return;
    const pairs = ancestors.filter(YAML.isPair).map((pair) => String(pair.key && pair.key.value));
    found = { place: pairs.join('/'), token: text.slice(node.range[0], node.range[1]) };
  });
  return found;
}
function excuseOf(one, finding) {
  const { place, token } = finding.line ? whereIs(String(one.text), finding.line, finding.column) : { place: '', token: '' };
  finding.where = `${place} = ${token.slice(0, 40)}`;
  return excuses.find((excuse) => excuse.code.test(finding.code) && (!excuse.message || excuse.message.test(finding.message)) && (!excuse.place || excuse.place.test(place)) && (!excuse.token || excuse.token.test(token)) && (!excuse.text || excuse.text.test(String(one.text))));
}

const used = new Map(excuses.map((excuse) => [excuse, 0]));
const isRight = (one) => /^(made|instances)\//.test(one.path) && Number(/[0-9]+/.exec(one.path)[0]) < rightDocs[one.kind].length;
const tally = { both: 0, neither: 0, excused: 0 };
for (const one of cases) {
  const errors = findings.get(one.path) || [];
  const schema = accepts(one.kind, one.text);
  if (schema.valid && errors.length === 0) tally.both++;
  else if (!schema.valid && errors.length > 0) tally.neither++;
  else if (schema.valid && errors.every((finding) => excuseOf(one, finding))) {
    tally.excused++;
    for (const excuse of new Set(errors.map((finding) => excuseOf(one, finding)))) used.set(excuse, used.get(excuse) + 1);
  } else {
    const told = schema.valid ? errors.filter((finding) => !excuseOf(one, finding)).map((finding) => `${finding.code} ${finding.where}: ${finding.message}`).join('; ') : schema.why;
    fail(`${one.path}: only the ${schema.valid ? 'program' : 'schema'} refuses it: ${told}\n${String(one.text).slice(0, 600)}`);
    continue;
  }
  if (isRight(one) && !(schema.valid && errors.length === 0)) fail(`${one.path} should be right: ${schema.why} ${errors.map((finding) => finding.message)}\n${one.text}`);
  passed++;
}
for (const [excuse, times] of used) {
  if (times > 0) passed++;
  else fail(`never seen: ${excuse.code.source}: ${excuse.reason}`);
}
console.log(`seed ${seedText}: ${cases.length} files; both take ${tally.both}, both refuse ${tally.neither}, only the program can refuse ${tally.excused}`);
for (const [excuse, times] of used) console.log(`  ${String(times).padStart(5)} ${excuse.code.source} ${excuse.reason}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
