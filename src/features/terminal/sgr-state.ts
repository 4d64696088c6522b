/** What ends an attribute, and the numbers that set it. */
const ENDS: Readonly<Record<number, readonly number[]>> = {
  22: [1, 2],
  23: [3],
  24: [4, 21],
  25: [5, 6],
  27: [7],
  28: [8],
  29: [9],
  55: [53],
}

/** Which colours and other attributes are in force, after codes of ECMA-48 (SGR). */
export class SgrState {
  readonly #attributes = new Set<number>()
  #foreground = ''
  #background = ''

  /** Takes the numbers of a code: `1;31`. */
  take(numbers: string): void {
    const all = numbers.split(/[;:]/).map((one) => (one === '' ? 0 : Number(one)))
    for (let at = 0; at < all.length; at += 1) {
      const one = all[at] ?? 0
      // 38;5;n is a colour of the table, 38;2;r;g;b any colour.
      const length = one === 38 || one === 48 ? (all[at + 1] === 5 ? 3 : 5) : 1
      this.#takeOne(one, all.slice(at, at + length).join(';'))
      at += length - 1
    }
  }

  /** The code that sets all of it again. Empty when nothing is in force. */
  code(): string {
    const parts = [...this.#attributes, this.#foreground, this.#background].filter((one) => one !== '')
    return parts.length === 0 ? '' : `\x1b[${parts.join(';')}m`
  }

  #takeOne(one: number, colour: string): void {
    if (one === 0) {
      this.#attributes.clear()
      this.#foreground = ''
      this.#background = ''
    } else if (one === 39) this.#foreground = ''
    else if (one === 49) this.#background = ''
    else if (one === 38 || (one >= 30 && one <= 37) || (one >= 90 && one <= 97)) this.#foreground = colour
    else if (one === 48 || (one >= 40 && one <= 47) || (one >= 100 && one <= 107)) this.#background = colour
    else if (ENDS[one]) for (const ended of ENDS[one]) this.#attributes.delete(ended)
    else if (one < 60) this.#attributes.add(one)
  }
}
