import { parseArgs } from 'node:util'
import { signIn } from './lib/demo-client.ts'
import { loadProvince } from './lib/demo-province.ts'
import { main, ScriptError, say } from './lib/main.ts'
import { addressOf } from './lib/port.ts'
import { findRunning } from './lib/running.ts'

const usage = 'npm run demo -- [--province 44] [--password …] [--url http://localhost:3000]'

await main(async (env) => {
  const { province, password = env.ADMIN_PASSWORD, url: given } = options()
  const url = given ?? (await findRunning(env.DATA_DIR)) ?? addressOf(env.HOST, env.PORT)
  if (!password) throw new ScriptError('Say the password of admin with --password, or set ADMIN_PASSWORD.')
  if (!/^\d{2}$/.test(province)) throw new ScriptError(`--province is the two-digit code of a province, such as 44.`)
  if (!URL.canParse(url)) throw new ScriptError(`--url ${url} is no address: it looks like http://localhost:3000.`)
  const call = await signIn({ url, client: env.OAUTH_ADMIN_CLIENT, username: 'admin', password })
  const { added, found } = await loadProvince(call, province, say)
  say(`Done: ${added} organizations added, ${found} were there already.`)
})

function options() {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ options: { province: text, password: text, url: text } })
    return { ...values, province: values.province ?? '44' }
  } catch (error) {
    throw new ScriptError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Usage: ${usage}`)
  }
}
