import { m } from '#src/i18n/paraglide/messages.js'

/** What may be uploaded: bytes, and extensions or MIME types with commas between. */
export type UploadLimits = { maxsize: number; mimetype: string }

/** What is wrong with a file before it is sent (specification 5); undefined when nothing is. */
export function uploadProblem(file: { name: string; size: number; type: string }, limits: UploadLimits) {
  if (!file.name || !file.size) return m.upload_incomplete()
  if (!isAllowedType(file, limits.mimetype)) return m.upload_type()
  if (file.size > limits.maxsize) return m.upload_size()
  return undefined
}

/** `*`, an extension with or without its dot, a MIME type, or a major type with `/*`. */
export function isAllowedType({ name, type }: { name: string; type: string }, mimetype: string): boolean {
  if (mimetype.trim() === '*') return true
  const dot = name.lastIndexOf('.')
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  const mime = type.toLowerCase()
  return mimetype
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .some((one) => {
      if (one === '') return false
      if (one.includes('/')) return one.endsWith('/*') ? mime.startsWith(one.slice(0, -1)) : mime === one
      return extension !== '' && one.replace(/^\./, '') === extension
    })
}
