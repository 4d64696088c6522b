import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { refusedText } from '#src/crud/calls/failure.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { guardianKin, kinText } from './kin.ts'
import type { FamilyCalls, ShownCode } from './own-family.queries.ts'

type StudentLinkProps = {
  code: string
  shown: ShownCode
  calls: FamilyCalls
  onBack(): void
  onLinked(): void
}

/** The second step: whether this is the pupil, and what the member is to the pupil. It uses the code up. */
export function StudentLink({ code, shown, calls, onBack, onLinked }: StudentLinkProps) {
  // A repeat after a lost connection is the same write.
  const [idempotencyKey] = useState(randomId)
  const [chosen, setChosen] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isOwn = shown.holder === 'self'
  const relation = isOwn ? 'self' : guardianKin.find((one) => one === chosen)
  const link = useMutation({
    mutationFn: () => calls.bind({ code, relation, idempotencyKey }).catch(leaveWhenSignedOut),
    onSuccess: (msg) => {
      toaster.success(msg)
      onLinked()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (relation !== undefined && !link.isPending) link.mutate()
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      {link.error && <Banner tone="danger">{refusedText(link.error)}</Banner>}
      <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
        {m.family_confirm()}
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2">
        <dt className="text-muted">{m.family_shownName()}</dt>
        <dd className="font-medium">{shown.name}</dd>
        <dt className="text-muted">{m.family_shownSchool()}</dt>
        <dd className="wrap-anywhere">{shown.school}</dd>
      </dl>
      <p className="text-sm text-muted">{m.family_maskedHint()}</p>
      {isOwn ? (
        <p>{m.family_asStudent()}</p>
      ) : (
        <FieldGroup
          label={m.family_relation()}
          required
          errors={tried && relation === undefined ? [m.family_chooseRelation()] : []}
        >
          <RadioGroup
            items={guardianKin.map((value) => ({ value, label: kinText(value) }))}
            value={chosen}
            onChange={setChosen}
          />
        </FieldGroup>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={link.isPending}>
          {m.family_link()}
        </Button>
        <Button onClick={onBack} disabled={link.isPending}>
          {m.family_back()}
        </Button>
      </div>
    </form>
  )
}
