import { Fragment } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'

export type Legal = 'terms' | 'privacy'

type AgreementProps = {
  legal: readonly Legal[]
  /** The version of each text that is agreed to; undefined until it is known. */
  versions: readonly (number | undefined)[]
  checked: boolean
  onChange(checked: boolean): void
  errors: readonly string[]
}

/** The agreement with the legal texts of the day. They open beside the form, which keeps what was typed. */
export function Agreement({ legal, versions, checked, onChange, errors }: AgreementProps) {
  return (
    <FieldGroup label={m.register_agree()} hideLabel errors={errors}>
      <Checkbox name="agreed" checked={checked} onChange={onChange} disabled={versions.includes(undefined)}>
        {m.register_agree()}{' '}
        {legal.map((kind, at) => (
          <Fragment key={kind}>
            {at > 0 && ` ${m.register_and()} `}
            <a
              href={`/${kind}${versions[at] === undefined ? '' : `?version=${versions[at]}`}`}
              target="_blank"
              rel="noopener"
              className="underline underline-offset-4"
            >
              {kind === 'terms' ? m.config_termsText() : m.config_privacyText()}
            </a>
          </Fragment>
        ))}
      </Checkbox>
    </FieldGroup>
  )
}
