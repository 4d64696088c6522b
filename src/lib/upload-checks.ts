import { m } from '#src/i18n/paraglide/messages.js'

/** Limits of an upload: the size in bytes, and extensions or MIME types separated by commas. */
export type UploadLimits = { maxsize: number; mimetype: string }

/** The message for a file that may not be uploaded, checked before it is sent; undefined when it is allowed. */
export function uploadProblem(file: { name: string; size: number; type: string }, limits: UploadLimits) {
  if (!file.name || !file.size) return m.upload_incomplete()
  if (!isAllowedType(file, limits.mimetype)) return m.upload_type()
  if (file.size > limits.maxsize) return m.upload_size()
  return undefined
}

/**
 * Whether a file has an allowed type. `mimetype` contains `*`, extensions with or without a dot, MIME types, or major
 * types (`image/*`).
 */
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
