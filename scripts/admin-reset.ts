import { resetAdminPassword } from '#src/features/prepare.server.ts'
import { openDatabase } from './lib/database.ts'
import { asScriptError, main, say } from './lib/main.ts'
import { readablePassword } from './lib/secrets.ts'

await main(async (env) => {
  const database = await openDatabase({ env, log: say, share: true })
  try {
    const password = readablePassword()
    const [username = 'admin'] = process.argv.slice(2)
    const lacks = await resetAdminPassword(database.directUrl, password, username).catch(asScriptError)
    say(`The new password of ${username} is ${password} (its sessions have ended, its second factors are removed).`)
    for (const one of lacks) say(`It does not meet the password policy of the site: ${one}`)
  } finally {
    await database.stop()
  }
})
