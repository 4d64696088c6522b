import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'
import { addOrganization, bearer } from './support/http.ts'
import { queryAt, startInstance, temporaryDirectory } from './support/instance.ts'

test.skipIf(!hasPooler)(
  'the product serves, listens and works through a transaction pooler without prepared statements',
  async () => {
    const server = await startEmbedded({ dataDir: join(await temporaryDirectory(), 'foreign'), log: () => undefined })
    const pooler = await startPooler(server.url)
    onTestFinished(async () => {
      await pooler.stop()
      await server.stop()
    })
    const { url } = await startInstance({
      dataDir: await temporaryDirectory(),
      env: {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: server.url,
        DATABASE_PREPARE: 'off',
        SESSION_SECRET: 'x'.repeat(32),
      },
    })
    const authorization = await bearer(url)
    const get = async (path: string) => (await fetch(url + path, { headers: { authorization } })).status
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => get('/adminApi/organization/index?tree=1')))
      expect(new Set(answers)).toEqual(new Set([200]))
    }
    expect(await addOrganization(url, authorization, 'POOLED')).toBe(true)
    expect([await get('/readyz'), await get('/healthz')]).toEqual([200, 200])
    // A change by another program reaches the caches over the direct connection.
    const site = async () => {
      const answer: { data: { siteName: string } } = await (await fetch(`${url}/api/site`)).json()
      return answer.data.siteName
    }
    await site()
    await queryAt(server.url, `update config set value = '"Pooled"' where name = 'siteName'`)
    await expect.poll(site).toBe('Pooled')
  },
)
