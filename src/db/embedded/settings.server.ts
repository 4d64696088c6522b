import { machineMemory, memorySettings } from './memory.server.ts'
import { socketPort } from './socket.server.ts'

/** The server's address: a socket, or on Windows a port of 127.0.0.1. */
export type Address = { socketDir: string; port?: never } | { port: number; socketDir?: never }

export type ServerSettings = Readonly<Record<string, string>>

/** Settings for one machine that also runs the application: every commit is on disk before it is acknowledged. */
const usual: ServerSettings = {
  max_connections: '60',
  // The sorts of one connection must not fill the disk.
  temp_file_limit: '4GB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // There is no replication, so the write-ahead log contains only what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  // After a crash the whole server ends, and `supervise` starts it again. PostgreSQL's own restart can hang on a full
  // disk.
  restart_after_crash: 'off',
  jit: 'off',
  huge_pages: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  // The application logs its own failed statements. This log contains only messages about the server.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

/**
 * The content of the server's configuration file. The server listens on a socket that only its user can reach, or on
 * 127.0.0.1 on Windows.
 */
export function configuration(address: Address, settings: ServerSettings = {}): string {
  const listen: ServerSettings = address.socketDir
    ? {
        listen_addresses: '',
        port: String(socketPort),
        unix_socket_directories: `"${address.socketDir.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
      }
    : { listen_addresses: '127.0.0.1', port: String(address.port), unix_socket_directories: '' }
  const lines = Object.entries({ ...usual, ...memorySettings(machineMemory()), ...settings, ...listen }).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`,
  )
  return ['# Written at each start of Yardstick.', ...lines, ''].join('\n')
}
