import type { Random } from './random.ts'

// Values that no form of the product sends: texts with a meaning for a database, a shell, a path or a parser, and
// values of the wrong type or size.

export const texts = [
  '',
  ' ',
  "'",
  '"',
  "' or '1'='1",
  "'; drop table organization; --",
  '1) union select null--',
  '%',
  '_',
  '\\',
  '#{7*7}',
  '../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd\u0000.png',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\uffff',
  '\ufeff',
  '\u202e',
  'é',
  'e\u0301',
  '李',
  '👩‍👩‍👧‍👦',
  '\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '`id`',
  '$(id)',
  '|id',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '0',
  '-1',
  '1e309',
  '0x10',
  '١٢٣',
  '1,2',
  '9'.repeat(30),
  '1/0',
  '2024-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20',
  '99999-01-01',
  '12:99',
  'infinity',
] as const

export const numbers = [
  0,
  -0,
  -1,
  1,
  2,
  0.5,
  -0.1,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  1e-7,
  5e-324,
] as const

/** Returns a random JSON value, small or large. */
export function value(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind < 3) return random.pick(texts)
  if (kind === 3) return random.pick(numbers)
  if (kind === 4) return random.pick([true, false])
  if (kind === 5) return random.chance(0.8) ? null : 'x'.repeat(random.below(40_000))
  if (kind < 8) return Array.from({ length: random.below(6) }, () => value(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: random.below(5) }, () => [random.pick(texts), value(random, depth - 1)]),
  )
}

/** Percent-encodes a text. In a few cases it returns a broken encoding instead. */
export function encoded(random: Random, text: string): string {
  if (random.chance(0.04))
    return random.pick(['%', '%zz', '%ff', '%c0%ae', '%ed%a0%80', '%00', '%u0041', '+', '%25%30%30'])
  return encodeURIComponent(text.toWellFormed())
}

/** Returns text that is no valid JSON, is nested too deeply, or repeats a key. */
export function brokenJson(random: Random): string | Buffer {
  const deep = random.pick([33, 1_000, 100_000])
  return random.pick<() => string | Buffer>([
    () => '{',
    () => '',
    () => 'null',
    () => '"text"',
    () => '[1]',
    () => '{"a":1,}',
    () => "{'a':1}",
    () => '{"a":NaN}',
    () => '{"id":1e999,"name":-1e999}',
    () => '{"id":1,"id":2,"name":"a","name":["b"]}',
    () => '{"__proto__":{"super":true},"name":"x"}',
    () => '{"constructor":{"prototype":{"super":true}}}',
    () => `{"name":"\\ud800"}`,
    () => `{"name":"\\u0000"}`,
    () => `{"name":"\\`,
    () => `\ufeff{"name":"x"}`,
    () => `${'['.repeat(deep)}${']'.repeat(deep)}`,
    () => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
    () => '['.repeat(deep),
    () => `{"name":[${'1,'.repeat(60_000)}1]}`,
    () => Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    () => Buffer.from('{"name":"x"}', 'utf16le'),
    () => Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
  ])()
}
