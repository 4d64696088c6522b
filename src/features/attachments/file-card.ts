import * as v from 'valibot'
import { visibilities } from '#src/lib/file-facts.ts'

/** What every answer about a stored file says of it. */
export const fileCard = v.strictObject({
  id: v.number(),
  url: v.string(),
  name: v.string(),
  size: v.number(),
  mimetype: v.string(),
  suffix: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  visibility: v.picklist(visibilities),
})

type FileCard = v.InferOutput<typeof fileCard>

/** That part of what is known of a file. */
export function cardOf({ id, url, name, size, mimetype, suffix, width, height, visibility }: FileCard): FileCard {
  return { id, url, name, size, mimetype, suffix, width, height, visibility }
}
