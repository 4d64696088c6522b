/** Milliseconds and bytes. What is left out has no limit of its own: then the caller's signal ends the exchange. */
export type OutgoingLimits = {
  /** Until the connection stands: name resolution and TLS included. */
  connect: number
  /** From the connection to the headers of the answer. */
  headers?: number
  /** From the first step to the last byte of the body, redirects included. */
  whole?: number
  /** Of the body, as it was sent and as it is unpacked. */
  bytes?: number
}

export type OutgoingRequest = {
  method?: string
  headers?: Headers
  body?: string | ReadableStream<Uint8Array> | null
  signal?: AbortSignal
  limits: OutgoingLimits
  /** The redirects that a GET or HEAD follows. Left out, a redirect is the answer. */
  redirects?: number
  /**
   * The body is passed on as it was sent, on a connection of its own that closes with it. Otherwise it is unpacked, and
   * the connection is used again.
   */
  raw?: boolean
}

/**
 * Sends a request to another machine. The body of the answer must be read or cancelled.
 * @throws OutgoingError also while the body is read; the signal's reason when the signal aborts
 */
export type Outgoing = (address: URL | string, request: OutgoingRequest) => Promise<Response>
