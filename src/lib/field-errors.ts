/** Messages by field path, as the contract sends them and forms show them. */
export type FieldErrors = Record<string, string[]>
