import { KeyRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { OrDivider } from '../ui/or-divider.tsx'
import { PressAtOnce } from '../ui/form/press-at-once.tsx'
import { signOnIntent } from './sign-on.ts'

/** Begins a sign-on at the provider; by itself where the address asks for it, but never again after it failed. */
export function SignOnButton({ title, failed }: { title: string; failed: boolean }) {
  const isAsked = new URLSearchParams(useLocation().search).has(signOnIntent)
  return (
    <>
      {isAsked && !failed ? <PressAtOnce form="sign-on" /> : null}
      <PageForm id="sign-on" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <input type="hidden" name="intent" value={signOnIntent} />
        <button type="submit" className={buttonClass('secondary', true)}>
          <KeyRound aria-hidden="true" className="size-5 shrink-0" />
          {title}
        </button>
      </PageForm>
    </>
  )
}

/** Above the other way in. */
export function SignOnChoice({ or, ...button }: { title: string; or: string; failed: boolean }) {
  return (
    <div className="mb-6 flex flex-col gap-6">
      <SignOnButton {...button} />
      <OrDivider>{or}</OrDivider>
    </div>
  )
}

/** While the browser goes on to the provider. */
export function ToProvider({ to, title, go }: { to: string; title: string; go: string }) {
  return (
    <MessagePage mark={<KeyRound className="size-10" />} title={title} text={null}>
      <a href={to} rel="nofollow" className={buttonClass()}>
        {go}
      </a>
    </MessagePage>
  )
}
