import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { redactPerson } from '#src/features/security/redact-person.server.ts'
import { openDatabase } from './lib/database.ts'
import { asScriptError, main, ScriptError, say } from './lib/main.ts'
import { knowSiteSecret } from './lib/secrets.ts'

await main(async (env) => {
  const { values } = parseArgs({ options: { account: { type: 'string' } } })
  if (!values.account) throw new ScriptError('Name the person: npm run redact:person -- --account <user name or id>')
  await knowSiteSecret(env)
  const database = await openDatabase({ env, log: say, share: true })
  try {
    const { accountId, exists, counts } = await redactPerson(
      database.directUrl,
      values.account,
      userInfo().username,
    ).catch(asScriptError)
    say(`The personal values of account ${accountId} are gone. Nothing brings them back.`)
    if (exists) say(`The account is locked. Its name is now gone${accountId}.`)
    for (const [place, count] of Object.entries(counts)) if (count > 0) say(`  ${place}: ${count}`)
  } finally {
    await database.stop()
  }
})
