import type { Resource } from '../crud/resource.server.ts'

/** The message of an import writer for a code, in the language of the moment. @throws Error for an unknown code */
export function said({ key, write }: Resource, code: string, given: object | null): string {
  const say = (write?.import ?? write?.file)?.says[code]
  if (!say) throw new Error(`${key}: the import writer has no message ${code}`)
  return say(Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, String(value ?? '')])))
}
