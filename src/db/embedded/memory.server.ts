import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

const MB = 1024 * 1024

/** Bytes of memory of this machine, or of the container that the process runs in. */
export function machineMemory(): number {
  const limit = constrainedMemory()
  // Without a limit, the operating system reports none, or a number beyond any machine.
  return limit && limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * The server's memory settings for a machine that also runs the application and its own cache of files: an eighth for
 * shared buffers, where the rows and indexes of lists stay. The limits keep a small machine usable, and a large one
 * from giving memory that a school district's data never fills.
 * @param bytes the memory of the machine
 */
export function memorySettings(bytes: number) {
  const part = (of: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, bytes / of / MB)))}MB`
  return {
    shared_buffers: part(8, 128, 4096),
    effective_cache_size: part(2, 512, 65_536),
    // Each sort of each connection may use this much.
    work_mem: part(512, 4, 32),
    maintenance_work_mem: part(32, 64, 512),
  }
}
