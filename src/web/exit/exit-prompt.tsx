import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useConsent } from '../consent-context.tsx'
import type { ExitPromptProps } from '../exit-intent.tsx'
import { PageLink } from '../page-link.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** A question with something useful behind it, in a bar that holds nobody up: the page stays as it is, and so does the focus. */
export function ExitPrompt({ page, onClose }: ExitPromptProps) {
  const t = useTexts('exit')
  const bottom = useHeightOfCookieBanner()
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onClose])
  return (
    <section
      aria-labelledby="exit-title"
      style={{ bottom }}
      className="exit-bar fixed inset-x-0 z-30 border-t border-line bg-surface text-text shadow-xl print:hidden"
    >
      <div className="container-page flex items-start gap-2 py-3">
        <div className="flex min-w-0 grow flex-col gap-x-8 gap-y-1 lg:flex-row lg:items-center">
          <div aria-live="polite" className="min-w-0 grow">
            <h2 id="exit-title" className="font-bold">
              {t('title')}
            </h2>
            <p className="hidden text-base md:block">{t(`${page}.text`)}</p>
          </div>
          <div className="flex shrink-0 flex-wrap items-center gap-x-6">
            {page === 'Homepage' ? (
              <>
                <a href="#products" onClick={onClose} className={buttonClass('link')}>
                  {t('Homepage.go')}
                </a>
                <PageLink page="Code" onClick={onClose} className={buttonClass('link')}>
                  {t('Homepage.code')}
                </PageLink>
              </>
            ) : (
              <CopyButton text={location.href} label={t('copy')} doneLabel={t('copied')} />
            )}
          </div>
        </div>
        <button
          type="button"
          onClick={onClose}
          className="-my-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-field hover:bg-tint"
        >
          <X aria-hidden="true" />
          <span className="sr-only">{t('close')}</span>
        </button>
      </div>
    </section>
  )
}

/** The bar stands on the cookie question, however many lines that takes. */
function useHeightOfCookieBanner(): number {
  const [consent] = useConsent()
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const banner = document.querySelector<HTMLElement>('.cookie-banner')
    const measure = () => setHeight(banner?.offsetHeight ?? 0)
    measure()
    if (!banner) return
    const observer = new ResizeObserver(measure)
    observer.observe(banner)
    return () => observer.disconnect()
  }, [consent])
  return height
}
