import { type APIRequestContext, expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { Site } from '#src/features/site/site.api.server.ts'

type Setting = 'contactEmail' | 'contactPhone' | 'headNav' | 'iconfontUrl' | 'importMaxsize' | 'recordNumber'

/** Changes a site setting and waits until the product serves it. The product learns of it through the database. */
export async function changeSetting<K extends Setting>(
  db: Database,
  request: APIRequestContext,
  name: K,
  value: Site[K],
): Promise<void> {
  await write(db, systemAuthor, 'save', (tx) => tx.update(config).set({ value }).where(eq(config.name, name)))
  await expect.poll(async () => (await (await request.get('/api/site')).json()).data[name]).toEqual(value)
}
