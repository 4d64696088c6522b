/** What a check says of one column. `open`: the value itself does not fit. */
export type CheckRule = { column: string } & (
  | { kind: 'values'; values: string[] }
  | { kind: 'min' | 'max'; value: number; open: boolean }
  | { kind: 'length'; max: number }
)

type Token = { kind: 'text' | 'name' | 'number' | 'sign'; text: string }

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z_][\w$]*|::|<=|>=|<>|[^\s\w]/g

/**
 * Reads the rules in a check, as the database writes it: values of a list, limits and lengths, joined by AND. What it
 * does not understand, the database still checks.
 */
export function rulesOfCheck(expression: string): CheckRule[] {
  const tokens = withoutCasts(tokensOf(expression)).filter(({ kind, text }) => kind !== 'sign' || !/[()[\]]/.test(text))
  const wholes = tokens.some(({ kind, text }) => kind === 'name' && /^(not|case|is)$/i.test(text))
  if (!wholes) return rulesOf(tokens)
  const [column, is, isNull, or, ...rest] = tokens
  if (column?.kind !== 'name' || [is, isNull, or].map((one) => one?.text.toLowerCase()).join(' ') !== 'is null or')
    return []
  const rules = rest.some(({ text }) => /^(not|case|is)$/i.test(text)) ? [] : rulesOf(rest)
  return rules.every((rule) => rule.column === column.text) ? rules : []
}

function rulesOf(tokens: readonly Token[]): CheckRule[] {
  const anyOf = splitBy(tokens, 'or')
  if (anyOf.length > 1) {
    const values = anyOf.map(ruleOf)
    const column = values[0]?.column
    const all = values.flatMap((rule) => (rule?.kind === 'values' && rule.column === column ? rule.values : []))
    return column !== undefined && all.length === anyOf.length ? [{ column, kind: 'values', values: all }] : []
  }
  return splitBy(tokens, 'and').flatMap((part) => ruleOf(part) ?? [])
}

function ruleOf(tokens: readonly Token[]): CheckRule | undefined {
  const [first, second, third] = tokens
  if (first?.kind !== 'name') return turned(tokens)
  const column = first.text
  if (/^(char_length|character_length|length)$/i.test(column) && second?.kind === 'name') {
    const [most, ...more] = signed(tokens.slice(3))
    if (most?.kind !== 'number' || more.length > 0) return undefined
    if (third?.text === '<=') return { column: second.text, kind: 'length', max: Number(most.text) }
    return third?.text === '<' ? { column: second.text, kind: 'length', max: Number(most.text) - 1 } : undefined
  }
  const isAny = /^any$/i.test(third?.text ?? '') && /^array$/i.test(tokens[3]?.text ?? '')
  if (second?.text === '=' && isAny) return listOf(column, signed(tokens.slice(4)))
  const [value, ...more] = signed(tokens.slice(2))
  if (!value || value.kind === 'name' || more.length > 0) return undefined
  if (second?.text === '=') return { column, kind: 'values', values: [value.text] }
  return limitOf(column, second?.text ?? '', value)
}

/** `0 < price`. */
function turned(tokens: readonly Token[]): CheckRule | undefined {
  const [value, sign, column, ...more] = signed(tokens)
  const other: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }
  if (!value || value.kind === 'sign' || column?.kind !== 'name' || more.length > 0) return undefined
  return limitOf(column.text, other[sign?.text ?? ''] ?? '', value)
}

function limitOf(column: string, sign: string, { text }: Token): CheckRule | undefined {
  const kind = sign.startsWith('>') ? 'min' : 'max'
  if (!/^[<>]=?$/.test(sign) || !/^-?\d/.test(text) || !Number.isFinite(Number(text))) return undefined
  return { column, kind, value: Number(text), open: !sign.endsWith('=') }
}

function listOf(column: string, tokens: readonly Token[]): CheckRule | undefined {
  const values = tokens.filter(({ kind, text }) => kind !== 'sign' || text !== ',')
  const plain = values.every(({ kind }) => kind === 'text' || kind === 'number')
  return plain ? { column, kind: 'values', values: values.map(({ text }) => text) } : undefined
}

function tokensOf(expression: string): Token[] {
  return (expression.match(TOKEN) ?? []).map((text): Token => {
    if (text.startsWith("'")) return { kind: 'text', text: text.slice(1, -1).replaceAll("''", "'") }
    if (text.startsWith('"')) return { kind: 'name', text: text.slice(1, -1).replaceAll('""', '"') }
    if (/^\d/.test(text)) return { kind: 'number', text }
    return { kind: /^[A-Za-z_]/.test(text) ? 'name' : 'sign', text }
  })
}

/** `::character varying(20)[]` and its like say nothing about the values. */
function withoutCasts(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const one = tokens[at]
    if (one?.text !== '::' || one.kind !== 'sign') {
      if (one) kept.push(one)
      continue
    }
    at++
    if (tokens[at + 1]?.text === '.') at += 2
    while (/^(varying|precision|without|with|time|zone)$/.test(tokens[at + 1]?.text ?? '')) at++
    if (tokens[at + 1]?.text === '(' && tokens[at + 2]?.kind === 'number')
      while (tokens[at]?.text !== ')' && at < tokens.length) at++
    if (tokens[at + 1]?.text === '[' && tokens[at + 2]?.text === ']') at += 2
  }
  return kept
}

/** Joins a minus with the number after it. */
function signed(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((one, at): Token[] => {
    if (one.kind === 'sign' && one.text === '-' && tokens[at + 1]?.kind === 'number') return []
    const before = tokens[at - 1]
    const isNegative = one.kind === 'number' && before?.kind === 'sign' && before.text === '-'
    return [isNegative ? { kind: 'number', text: `-${one.text}` } : one]
  })
}

function splitBy(tokens: readonly Token[], word: string): Token[][] {
  const parts: Token[][] = [[]]
  for (const one of tokens) {
    if (one.kind === 'name' && one.text.toLowerCase() === word) parts.push([])
    else parts.at(-1)?.push(one)
  }
  return parts
}
