import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useLocation, useMatches, useSearchParams } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { isUndecided } from '../../domain/cookie-consent.ts'
import { listWords } from '../../domain/list-words.ts'
import { browserContext } from '../runtime/browser-context.ts'
import { useConsent } from '../consent/consent-context.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { cookiesSaved, saveCookieChoice } from '../consent/save-cookie-choice.ts'
import { useTexts } from '../runtime/texts.ts'
import { useSaidOnce } from '../ui/use-said-once.ts'

// Spec section 2.3, and the page with the full settings.
const withoutBanner: ReadonlySet<PageName> = new Set<PageName>([
  'Imprint',
  'Privacy',
  'CookieSettings',
])

// Three equal buttons in a row, even on the narrowest phone; large text stacks them before a word breaks.
const buttonClass =
  'button inline-flex min-h-[44px] items-center justify-center rounded-button border-2 border-primary bg-surface px-[min(0.5rem,1vw)] py-[2px] text-center text-[0.9375rem] leading-tight font-bold text-primary-text transition hover:bg-tint'

/**
 * Asks once about optional cookies; the page does not wait. The page leaves room for it at the end, so nothing shifts; it is early in the
 * DOM for screen readers and keyboards. Fixed, since browsers scroll to a focused sticky element.
 */
export function CookieBanner() {
  const [consent] = useConsent()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  const hidden = handle !== undefined && withoutBanner.has(handle.page)
  const t = useTexts('common')
  const { pathname } = useLocation()
  // Announced on this page only.
  const [saved, setSaved] = useState<string | null>(null)
  useSavedElsewhere(() => setSaved(pathname))
  return (
    <>
      {isUndecided(consent) && !hidden ? <Question onSaved={() => setSaved(pathname)} /> : null}
      <output className="sr-only">{saved === pathname ? t('cookies.saved') : ''}</output>
    </>
  )
}

/** After the choice on its own page, which returns here as a document: said in a region that is known by then, with the focus in the page. */
function useSavedElsewhere(onSaved: () => void) {
  const [search] = useSearchParams()
  const isReturn = useRef(search.has(cookiesSaved))
  useSaidOnce(cookiesSaved)
  const say = useEffectEvent(onSaved)
  useEffect(() => {
    if (!isReturn.current) return
    isReturn.current = false
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    say()
  }, [])
}

function Question({ onSaved }: { onSaved: () => void }) {
  const { formToken, tenant, locale } = usePage()
  const { pathname, search } = useLocation()
  const pageHref = usePageHref()
  const t = useTexts('common')
  const { form, failed, save } = useSaving(onSaved)
  const back = pathname + search
  const purposes = listWords(
    tenant.cookieCategories.map((category) => t(`cookies.${category}`)),
    locale,
  )
  return (
    <section
      aria-labelledby="cookie-question"
      className="cookie-banner fixed inset-x-0 bottom-0 z-30 flex flex-col border-t border-line bg-surface print:hidden"
    >
      <form
        ref={form}
        method="post"
        action={pageHref('CookieSettings')}
        onSubmit={(event) => void save(event)}
        className="container-page flex min-h-0 flex-col gap-[6px] py-[6px] md:gap-3 md:py-3 lg:flex-row lg:py-[6px] lg:items-center lg:justify-between lg:gap-8"
      >
        <input type="hidden" name="_form" value={formToken} />
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="remember" value="yes" />
        <div className="more-follows min-h-0 grow overflow-y-auto text-[0.9375rem] leading-snug lg:max-w-[46rem]">
          <h2 id="cookie-question" className="inline font-bold">
            {t('cookies.title')}
          </h2>{' '}
          <p className="inline">{t('cookies.text', { purposes })}</p>
          {failed ? (
            <p role="alert" className="font-bold text-danger">
              {t('cookies.failed')}
            </p>
          ) : null}
        </div>
        <div className="grid shrink-0 grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-[6px] md:max-w-xl lg:min-w-[28rem]">
          <button type="submit" name="choice" value="all" className={buttonClass}>
            {t('cookies.all')}
          </button>
          <button type="submit" name="choice" value="none" className={buttonClass}>
            {t('cookies.none')}
          </button>
          <PageLink page="CookieSettings" values={{ back }} className={buttonClass}>
            {t('cookies.choose')}
          </PageLink>
        </div>
      </form>
    </section>
  )
}

/** With script the page and its input stay; without, the form is submitted and redirects back. */
function useSaving(onSaved: () => void) {
  const view = usePage()
  const { search } = useLocation()
  const [, choose] = useConsent()
  const [failed, setFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setFailed(false)
    const { submitter } = event.nativeEvent as SubmitEvent
    const isYes = submitter instanceof HTMLButtonElement && submitter.value === 'all'
    try {
      const given = isYes ? view.tenant.cookieCategories : []
      const consent = await saveCookieChoice(browserContext(view), given, true, search)
      // The focused element disappears; the main content takes the focus without scrolling.
      if (form.current?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
      choose(consent)
      onSaved()
    } catch {
      setFailed(true)
    } finally {
      sending.current = false
    }
  }
  return { form, failed, save }
}
