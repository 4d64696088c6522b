import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { iconQuery } from '#src/layout/icons/icon.queries.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

/** The icon of a module: one of the icons of menus, or a drawing of its own. Without one, a parcel. */
export function ModuleIcon({ icon }: { icon: string }) {
  return (
    <span className="module-icon bg-sunken text-accent-ink">
      {icon.startsWith('/') ? <Drawing address={icon} /> : icon ? <Named name={icon} /> : <Parcel />}
    </span>
  )
}

const Parcel = () => <Package aria-hidden size={20} />

function Drawing({ address }: { address: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Parcel />
  return <img src={address} alt="" loading="lazy" onError={() => setBroken(true)} />
}

function Named({ name }: { name: string }) {
  const { data: icon, isPending } = useQuery(iconQuery(name))
  if (icon) return <SvgIcon icon={icon} className="size-5" />
  return isPending ? null : <Parcel />
}
