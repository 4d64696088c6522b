import type { Resource } from '../crud/resource.server.ts'

/** Whether `restore` brings back a deleted row. Only an undo takes back all that writers of a resource's own wrote. */
export function restoresAlone({ write }: Pick<Resource, 'write'>): boolean {
  return !write?.add && !write?.del
}
