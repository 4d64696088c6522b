import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { configSchema, readConfig } from '#src/server/config.server.ts'
import type { ApiSettings } from '#src/server/context.server.ts'

/** How long a sign-in lasts: as the configuration says, if somebody has changed it there, else as the process does. */
export async function signInLife(db: Db, settings: ApiSettings): Promise<ApiSettings> {
  const { signInSeconds, signInKeepSeconds } = await readConfig(db, ['signInSeconds', 'signInKeepSeconds'])
  const { signInSeconds: usual, signInKeepSeconds: usualKeep } = configSchema.entries
  return {
    ...settings,
    refreshSeconds: signInSeconds === v.parse(usual, undefined) ? settings.refreshSeconds : signInSeconds,
    refreshKeepSeconds:
      signInKeepSeconds === v.parse(usualKeep, undefined) ? settings.refreshKeepSeconds : signInKeepSeconds,
  }
}
