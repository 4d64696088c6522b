import { resetAdminPassword } from '#src/features/prepare.server.ts'
import { openDatabase } from './lib/database.ts'
import { main, say } from './lib/main.ts'
import { readablePassword } from './lib/secrets.ts'

await main(async (env) => {
  const database = await openDatabase({ env, log: say, share: true })
  try {
    const password = readablePassword()
    const lacks = await resetAdminPassword(database.directUrl, password)
    say(`The new password of admin is ${password} (its sessions have ended).`)
    for (const one of lacks) say(`It does not meet the password policy of the site: ${one}`)
  } finally {
    await database.stop()
  }
})
