/** The envelope of every API response. `time` is in Unix seconds with ten digits. */
export type Envelope<T = unknown> = { code: number; msg: string; data: T; time: number }

export function envelope<T>(code: number, msg: string, data: T): Envelope<T> {
  return { code, msg, data, time: Math.floor(Date.now() / 1000) }
}

export function ok<T>(data: T, msg = ''): Envelope<T> {
  return envelope(200, msg, data)
}
