/**
 * A part of generated code that stands in it as it is: a name, a call, an expression. A class, so that no stored value
 * can be taken for one.
 */
export class Raw {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What `codeText` writes as code. What is undefined is left out. */
export type Sourced = Raw | null | undefined | boolean | number | string | readonly Sourced[] | SourcedObject
export type SourcedObject = { readonly [name: string]: Sourced }

export function raw(text: string): Raw {
  return new Raw(text)
}

/** A text as code. */
export function textCode(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // Some editors take these two for the end of a line.
  return `'${inside.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** A template with an SQL text. */
export function sqlText(text: string): string {
  return `sql\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``
}

/** A value as code. The formatter breaks its lines. */
export function codeText(value: Sourced): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'string') return textCode(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Raw) return value.text
  if (isList(value)) return `[${value.map(codeText).join(', ')}]`
  const parts = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [`${propertyName(name)}: ${codeText(one)}`],
  )
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}'
}

/** The name of a property as code. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textCode(name)
}

function isList(value: readonly Sourced[] | SourcedObject): value is readonly Sourced[] {
  return Array.isArray(value)
}

/** What a generated file imports: names by module. */
export class Imports {
  readonly #names = new Map<string, Set<string>>()

  /** @returns the name, which can be used from now on */
  add(from: string, name: string): string {
    const names = this.#names.get(from) ?? new Set()
    this.#names.set(from, names.add(name))
    return name
  }

  /** The import lines. Their order is the formatter's business, as with every file that is written here. */
  get text(): string {
    const lines = [...this.#names].map(([from, names]) => {
      const all = [...names].toSorted((one, other) => (one < other ? -1 : 1))
      const types = all.every((name) => name.startsWith('type '))
      const listed = types ? all.map((name) => name.slice('type '.length)) : all
      return `import ${types ? 'type ' : ''}{ ${listed.join(', ')} } from '${from}'\n`
    })
    return lines.join('')
  }
}
