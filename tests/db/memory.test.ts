import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { machineMemory, memorySettings } from '#src/db/embedded/memory.server.ts'
import { configuration } from '#src/db/embedded/settings.server.ts'

const GB = 1024 ** 3

test.each([
  [0.5, '128MB', '512MB', '4MB', '64MB'],
  [4, '512MB', '2048MB', '8MB', '128MB'],
  [16, '2048MB', '8192MB', '32MB', '512MB'],
  [256, '4096MB', '65536MB', '32MB', '512MB'],
])('the memory of PostgreSQL follows that of a machine with %d GB', (size, buffers, cache, sort, maintenance) => {
  expect(memorySettings(size * GB)).toEqual({
    shared_buffers: buffers,
    effective_cache_size: cache,
    work_mem: sort,
    maintenance_work_mem: maintenance,
  })
})

test('the server is configured for this machine, unless a setting says otherwise', () => {
  expect(machineMemory()).toBeLessThanOrEqual(totalmem())
  expect(machineMemory()).toBeGreaterThan(100_000_000)
  const { shared_buffers } = memorySettings(machineMemory())
  expect(configuration({ port: 5000 })).toContain(`shared_buffers = '${shared_buffers}'`)
  expect(configuration({ port: 5000 }, { shared_buffers: '64MB' })).toContain("shared_buffers = '64MB'")
})
