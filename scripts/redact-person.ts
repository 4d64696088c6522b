import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { redactPerson } from '#src/features/security/redact-person.server.ts'
import { redactPupil } from '#src/features/security/redact-pupil.server.ts'
import { openDatabase } from './lib/database.ts'
import { asScriptError, main, ScriptError, say } from './lib/main.ts'
import { knowSiteSecret } from './lib/secrets.ts'

const USAGE = `Name the person: npm run redact:person -- --account <user name or id>
or the pupil: npm run redact:person -- --student <permanent number>`

await main(async (env) => {
  const { values } = parseArgs({ options: { account: { type: 'string' }, student: { type: 'string' } } })
  const { account, student } = values
  if (!account === !student) throw new ScriptError(USAGE)
  await knowSiteSecret(env)
  const database = await openDatabase({ env, log: say, share: true })
  try {
    const counts = student
      ? await ofPupil(database.directUrl, student)
      : await ofAccount(database.directUrl, account ?? '')
    for (const [place, count] of Object.entries(counts)) if (count > 0) say(`  ${place}: ${count}`)
  } finally {
    await database.stop()
  }
})

async function ofAccount(url: string, account: string): Promise<Record<string, number>> {
  const { accountId, exists, counts } = await redactPerson(url, account, userInfo().username).catch(asScriptError)
  say(`The personal values of account ${accountId} are gone. Nothing brings them back.`)
  if (exists) say(`The account is locked. Its name is now gone${accountId}.`)
  return counts
}

async function ofPupil(url: string, number: string): Promise<Record<string, number>> {
  const { exists, gone, accountId, counts } = await redactPupil(url, number, userInfo().username).catch(asScriptError)
  say('The name and the numbers of the pupil are gone. Nothing brings them back.')
  if (exists) say(`The number is now ${gone}. Marks and results stay.`)
  if (accountId !== null) say(`The pupil's own account ${accountId} is redacted as well, and locked.`)
  if ((counts.data_import ?? 0) > 0) say('Files of imports that name the pupil are removed within ten minutes.')
  return counts
}
