// What PostgreSQL sends for COPY in its binary format: a header, then rows of fields, each with its length before it.

const HEADER = 19

/** Where the fields of a row begin in its bytes; -1 for null. */
export type FieldPlaces = Int32Array

/** Reads rows from pieces of any size. A piece that ends within a row is kept until the next one. */
export class BinaryRows {
  readonly #places: FieldPlaces
  #rest: Uint8Array = new Uint8Array()
  #begun = false

  /** @param fields how many fields each row has */
  constructor(fields: number) {
    this.#places = new Int32Array(fields)
  }

  /** Takes a piece. `row` gets the bytes and the places, which are others after it returns. */
  take(piece: Uint8Array, row: (bytes: DataView, places: FieldPlaces) => void): void {
    const bytes = this.#rest.length === 0 ? piece : joined(this.#rest, piece)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    if (!this.#begun) {
      if (bytes.length < HEADER) {
        this.#rest = bytes
        return
      }
      at = HEADER + view.getInt32(HEADER - 4)
      this.#begun = true
    }
    for (let end = this.#endOf(view, at); end > 0; end = this.#endOf(view, at)) {
      row(view, this.#places)
      at = end
    }
    this.#rest = bytes.slice(at)
  }

  /** The end of the row that begins here; 0 when it is not there as a whole. */
  #endOf(view: DataView, start: number): number {
    if (start + 2 > view.byteLength) return 0
    const fields = view.getInt16(start)
    // A row of -1 fields is the end.
    if (fields < 0) return 0
    if (fields !== this.#places.length) throw new RangeError(`a row has ${fields} fields`)
    let at = start + 2
    for (let field = 0; field < fields; field++) {
      if (at + 4 > view.byteLength) return 0
      const length = view.getInt32(at)
      at += 4
      this.#places[field] = length < 0 ? -1 : at
      if (length > 0) at += length
    }
    return at > view.byteLength ? 0 : at
  }
}

/** A number of eight bytes; 0 for null. */
export function bigAt(bytes: DataView, place: number): number {
  return place < 0 ? 0 : bytes.getInt32(place) * 2 ** 32 + bytes.getUint32(place + 4)
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}
