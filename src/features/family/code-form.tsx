import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { OwnNotice } from '#src/features/auth/own-card.tsx'
import { useOwnForm } from '#src/features/auth/use-own-form.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import type { FamilyCalls, ShownCode } from './own-family.queries.ts'
import { familyCodeForm } from './own-family.schema.ts'

type CodeFormProps = { calls: FamilyCalls; onFound(found: { code: string; shown: ShownCode }): void }

/** The first step: a code, of which the server says whom it is for. */
export function CodeForm({ calls, onFound }: CodeFormProps) {
  const hydrated = useHydrated()
  const { notice, saving, form, errorsOf, control } = useOwnForm({
    initial: { code: '' },
    schema: familyCodeForm,
    send: async ({ code }) => ({ code, shown: await calls.check(code).catch(leaveWhenSignedOut) }),
    onSaved: onFound,
  })
  return (
    <form {...form} className="flex flex-col gap-3.5">
      <OwnNotice side="user" notice={notice} />
      <FormField label={m.family_code()} errors={errorsOf('code')} required>
        <Input
          {...control('code')}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
      </FormField>
      <div>
        <Button type="submit" variant="primary" loading={saving} disabled={!hydrated} className="disabled:opacity-100">
          {m.family_next()}
        </Button>
      </div>
    </form>
  )
}
