import { chosenHere, forgetChosen } from '#src/i18n/chosen-locale.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { Icon } from '#src/lib/icon.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

type ProviderLinksProps = {
  side: Side
  providers: readonly { id: number; side: Side; name: string; icon: Icon | null }[]
  to: RedirectTarget | undefined
}

/** The identity providers below the form of a login page. They are plain links, which work without scripts. */
export function ProviderLinks({ side, providers, to }: ProviderLinksProps) {
  const query = to ? `?${new URLSearchParams({ to: JSON.stringify(to) })}` : ''
  return (
    <>
      <p className="mt-4 mb-4 flex items-center gap-3 text-sm text-muted">
        <span aria-hidden className="h-px flex-1 bg-line" />
        {m.provider_or()}
        <span aria-hidden className="h-px flex-1 bg-line" />
      </p>
      <ul className="flex flex-col gap-2">
        {providers
          .filter((one) => one.side === side)
          .map(({ id, name, icon }) => (
            <li key={id}>
              <a
                href={`/sign-in/begin/${side}/${id}${query}`}
                // The language that was chosen on this page is the account's from now on.
                onClick={({ currentTarget }) => {
                  const url = new URL(currentTarget.href)
                  if (chosenHere() === getLocale()) url.searchParams.set('chosen', '1')
                  forgetChosen()
                  currentTarget.href = url.href
                }}
                className={`${buttonClass({ size: 'lg' })} w-full min-w-0`}
              >
                {icon && <SvgIcon icon={icon} />}
                <span className="truncate">{m.provider_with({ name })}</span>
              </a>
            </li>
          ))}
      </ul>
    </>
  )
}
