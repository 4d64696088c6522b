import * as v from 'valibot'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/** Whether the user looks at attachments as a gallery. */
export const galleryStore = localStore({
  key: storageKeys.attachments,
  version: 1,
  schema: v.picklist(['list', 'gallery']),
  fallback: 'list',
})
