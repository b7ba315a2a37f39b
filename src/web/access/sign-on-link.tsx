import { KeyRound } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'

/** To the provider's login, above the other way in. A link: our CSP (form-action) refuses forms that lead to another host. */
export function SignOnLink({ to, title, or }: { to: string; title: string; or: string }) {
  return (
    <div className="mb-6">
      <a href={to} rel="nofollow" className={buttonClass('secondary', true)}>
        <KeyRound aria-hidden="true" className="size-5 shrink-0" />
        {title}
      </a>
      <p className="mt-6 flex items-center gap-4 text-base text-muted before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        {or}
      </p>
    </div>
  )
}
