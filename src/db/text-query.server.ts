import pg from 'pg'

/** The values of a row as the database writes them, in the order of the statement. */
type Texts = (string | null)[]

/** The part of the driver's connection that sends the messages of a statement. */
type Messages = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[] }): void
  execute(): void
  sync(): void
  sendCopyFail(reason: string): void
}

/** `types` of a statement whose values stay texts. */
export const asTexts = { getTypeParser: () => (value: string) => value }

// Seam: the driver exports how it writes a parameter, but its types do not.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/**
 * A statement that returns texts. The driver's own query asks for a description of the columns each time, reads it, and
 * converts every value through it. For a page of rows that costs a quarter of the work of a statement, and a
 * list knows its columns.
 */
export class TextQuery {
  readonly text: string
  /** Empty for a statement that is not prepared. */
  readonly name: string
  /** The rows, as soon as the database has sent all of them. */
  readonly answer: Promise<{ rows: Texts[] }>
  readonly #values: readonly unknown[]
  readonly #rows: Texts[] = []
  readonly #settle: { resolve(answer: { rows: Texts[] }): void; reject(error: unknown): void }

  constructor({ text, name = '', values = [] }: { text: string; name?: string; values?: readonly unknown[] }) {
    this.text = text
    this.name = name
    // Here a value that cannot be written is an error of this statement alone. Later it would block the connection.
    this.#values = values.map((value) => prepareValue(value))
    const { promise, resolve, reject } = Promise.withResolvers<{ rows: Texts[] }>()
    this.answer = promise
    this.#settle = { resolve, reject }
  }

  /** Sends the statement. The client calls it when it is the statement's turn. */
  submit(connection: Messages): Error | null {
    const { name, text } = this
    const { stream, parsedStatements, submittedNamedStatements: submitted } = connection
    // All messages leave in one packet.
    stream.cork()
    try {
      if (name === '' || (parsedStatements[name] === undefined && submitted[name] === undefined)) {
        connection.parse({ name, text })
        if (name !== '') submitted[name] = text
      }
      connection.bind({ statement: name, values: this.#values })
      connection.execute()
      connection.sync()
    } finally {
      stream.uncork()
    }
    return null
  }

  // The rest is called by the client for each message of the database.
  handleDataRow({ fields }: { fields: Texts }): void {
    this.#rows.push(fields)
  }
  handleError(error: unknown): void {
    this.#settle.reject(error)
  }
  handleReadyForQuery(): void {
    this.#settle.resolve({ rows: this.#rows })
  }
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(connection: Messages): void {
    connection.sendCopyFail('This statement copies nothing.')
  }
}
