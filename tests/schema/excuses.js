// SPDX-License-Identifier: Apache-2.0
// What a schema cannot say: errors that only the program finds. Where a code also covers what a schema can say, a pattern of
// the message, of the keys that lead to the place or of what stands there narrows it. Each must occur in the run, so that
// this list stays true; "doc language" prints its reasons in short.
'use strict';

// Octal, hexadecimal, with a sign, a point or an exponent, or too large.
const number = /^(0[0-9].*|\+.*|0[oxX].*|[-0-9]*\.[0-9]*|[-0-9.]+[eE].*|[0-9]{19,})$/;

exports.excuses = [
  { code: /MP0111/, reason: 'expressions: what ${...} may hold and come to' },
  { code: /MP0106/, message: /'\$\{/, reason: 'the unit of what an expression comes to' },
  { code: /MP010[567]/, place: /^qemu\/(globals|objects|devices|fsdevs)\//, reason: 'the kind and range of a property: the catalogues of QEMU tell them' },
  { code: /MP02(18|19|20|21)/, reason: 'types, properties and options: the catalogues of QEMU tell them' },
  { code: /MP0102/, message: /is (a device|an object)/, reason: 'whether a type is a device or an object: the catalogues of QEMU tell it' },
  { code: /MP0106/, place: /^params\/[^/]*\/(default|min|max)$/, reason: 'the unit of a parameter, which the key beside it names' },
  { code: /MP010[257]|MP0112/, place: /^params\/[^/]*\/(default|min|max|values)$/, reason: 'what the type, the limits and the words of a parameter allow, which stand beside it' },
  { code: /MP0208/, reason: 'two elements of a list that take one place' },
  { code: /MP0202/, reason: 'the names of other profiles, which must differ' },
  { code: /MP020[34]/, place: /^extends$/, reason: 'the names of other profiles, in extends' },
  { code: /MP0103/, place: /^(params|qemu\/globals)\//, text: /^extends:/m, reason: 'keys that the profile which is extended does not have either' },
  { code: /MP0211/, place: /^(profiles|params)\//, reason: 'the names of profiles, in modavd.yaml' },
  { code: /MP0212/, place: /^params\//, reason: 'the names of parameters, in modavd.yaml' },
  { code: /MP010[567]|MP0112/, place: /^params\/[^/]*\/[^/]*$/, reason: 'the values of parameters, in modavd.yaml' },
  { code: /MP040[12]/, place: /^target\//, reason: 'which accelerators a host has' },
  { code: /MP0110|MP04/, place: /^target\/qemu$/, reason: 'a version, or the path of a catalogue' },
  { code: /MP0206/, message: /by place|enters C1 only|'hint'/, reason: 'what depends on the place of an idle state, and the hint that goes with mwait' },
  { code: /MP0107/, place: /\/(cpuidle\.latency\.[^/]*|latency)(\/at-least)?$/, reason: 'durations that are no whole microseconds' },
  { code: /MP010[5679]|MP0112/, place: /^guest\/mounts\/options(\/|$)/, reason: 'what each option of mount takes' },
  { code: /MP0112/, place: /^guest\/mounts\/(what|path)$/, reason: 'bytes of a tag' },
  { code: /MP0213/, message: /^(?!an empty)/, reason: 'arguments that have a key of their own or stop the emulator' },
  { code: /MP0109/, message: /is an alias/, reason: 'aliases of types: the catalogues of QEMU tell them' },
  { code: /MP0310|MP0107/, token: /^["'0]/, reason: 'the range of a number in quotes or in hexadecimal' },
  { code: /MP0110/, token: /[0-9]{10}/, reason: 'parts of a version over 4294967295' },
  { code: /MP0(106|109|110|201)/, token: number, reason: 'how a number is spelt: a schema sees its value' },
  { code: /MP000[789]/, reason: 'anchors, aliases, tags and a second document: a schema sees one document with its values' },
  { code: /MP0006/, reason: 'tabs where a line is blank: YAML has them' },
  { code: /MP0003/, reason: 'bytes that are not UTF-8' },
];
