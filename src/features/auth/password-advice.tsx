import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { useRested } from '#src/lib/use-debounced.ts'
import { StrengthMeter } from '#src/ui/strength-meter.tsx'

const calls = keptCode(() => import('./password.functions.ts'))

const policyQuery = queryOptions({
  queryKey: ['password', 'policy'],
  queryFn: async () => (await calls()).getPasswordPolicy(),
  staleTime: 0,
})

/** Milliseconds without a key after which the server is asked. */
const REST_MS = 350
/** A server judges no shorter or longer one. */
const JUDGED = /^.{4,32}$/u

type Judged = { password: string; score: 0 | 1 | 2 | 3 | 4; errors: readonly string[] }

type PasswordAdviceProps = {
  password: string
  /** Whose session asks. Without it, nobody is signed in. */
  side?: Side | undefined
  /** What the owner of the password is called. By default the names of the user who is signed in. */
  names?: readonly string[]
  /** Errors that stand at the field already. */
  said?: readonly string[]
}

/** What a new password needs, and while it is typed how good it is. The server judges both. */
export function PasswordAdvice({ password, side, names, said = [] }: PasswordAdviceProps) {
  const { data: policy } = useQuery(policyQuery)
  const [judged, setJudged] = useState<Judged>()
  const asked = JUDGED.test(password) ? password : undefined
  useRested(
    asked,
    async (typed) => {
      try {
        const { checkPassword } = await calls()
        const found = await checkPassword({ data: { side, password: typed, names: names && [...names] } })
        setJudged({ password: typed, ...found })
      } catch {
        // Advice is not worth a message: whoever sends the form learns what is wrong.
      }
    },
    REST_MS,
  )
  const shown = asked !== undefined && judged
  return (
    <div className="mt-1.5 flex flex-col gap-1.5">
      {shown && <StrengthMeter password={asked} strength={judged.score} />}
      <output className="block whitespace-pre-line text-sm text-warning-ink empty:hidden">
        {shown && judged.password === asked ? judged.errors.filter((text) => !said.includes(text)).join('\n') : null}
      </output>
      {policy && (
        <div className="text-sm text-muted">
          {m.password_rules()}
          <ul className="list-disc pl-4">
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
