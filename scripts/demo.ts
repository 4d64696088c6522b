import { parseArgs } from 'node:util'
import { type Call, signIn } from './lib/demo-client.ts'
import { loadDistrict } from './lib/demo-district.ts'
import { loadExams } from './lib/demo-exams.ts'
import { schoolEffects } from './lib/demo-marks.ts'
import { demoSchools } from './lib/demo-people.ts'
import { loadProvince } from './lib/demo-province.ts'
import { loadStaff } from './lib/demo-staff.ts'
import { main, ScriptError, say } from './lib/main.ts'
import { addressOf } from './lib/port.ts'
import { findRunning } from './lib/running.ts'

const usage = 'npm run demo -- [--only province|district] [--province 44] [--password …] [--url http://localhost:3000]'

await main(async (env) => {
  const { only, province, password = env.ADMIN_PASSWORD, url: given } = options()
  const url = given ?? (await findRunning(env.DATA_DIR)) ?? addressOf(env.HOST, env.PORT)
  if (!password) throw new ScriptError('Say the password of admin with --password, or set ADMIN_PASSWORD.')
  if (only !== undefined && only !== 'province' && only !== 'district')
    throw new ScriptError(`--only is province or district. Usage: ${usage}`)
  if (!/^\d{2}$/.test(province)) throw new ScriptError(`--province is the two-digit code of a province, such as 44.`)
  if (!URL.canParse(url)) throw new ScriptError(`--url ${url} is no address: it looks like http://localhost:3000.`)
  const call = await signIn({ url, client: env.OAUTH_ADMIN_CLIENT, username: 'admin', password })
  if (only !== 'district') {
    const { added, found } = await loadProvince(call, province, say)
    say(`Done: ${added} organizations added, ${found} were there already.`)
  }
  if (only !== 'province') {
    await loadDemoDistrict(call, new Date())
  }
})

/** The invented district with its people and its exams. */
async function loadDemoDistrict(call: Call, today: Date): Promise<void> {
  const { organizations, students } = await loadDistrict(call, today, say)
  say(`Done: ${organizations.new} schools and classes, ${students.new} invented students added.`)
  const { accounts, assignments, terms } = await loadStaff(call, today, say)
  say(`Done: ${accounts} accounts of teachers without a password, ${terms} terms, ${assignments} assignments added.`)
  say('Exams with synthetic marks. What the marks of each school are made of, in standard deviations of pupils:')
  for (const { code, name } of demoSchools) {
    const { intake, effect } = schoolEffects[code] ?? { intake: 0, effect: 0 }
    say(`  ${code} ${name}: pupils at entry ${signed(intake)}, added in a school year ${signed(effect)}`)
  }
  const { published, found, papers } = await loadExams(call, today, say)
  say(`Done: ${published} exams with ${papers} papers published, ${found} were there already.`)
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(2)}`
}

function options() {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ options: { only: text, province: text, password: text, url: text } })
    return { ...values, province: values.province ?? '44' }
  } catch (error) {
    throw new ScriptError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Usage: ${usage}`)
  }
}
