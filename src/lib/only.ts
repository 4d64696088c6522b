/**
 * What an object must be besides its type so that it has no keys but the known ones. The compiler itself looks only at
 * objects that are written where they are used.
 */
export type Only<TGiven, TKnown extends PropertyKey> = {
  readonly [K in string extends keyof TGiven ? never : Exclude<keyof TGiven, TKnown>]: never
}
