import { useEffect } from 'react'
import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { faqData, type FaqEntry } from './faq-data.ts'
import { RichContent } from './rich-content.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return { entries: await callApi(pageOf(context), 'listFaq', {}) }
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('help')
  return { title: t('faq.title'), description: t('faq.description', { name: page.tenant.name }) }
}

export function Component() {
  const { entries } = useLoaderData<typeof loader>()
  const t = useTexts('help')
  useOpenedByAddress()
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <div className="container-page max-w-3xl py-10 md:py-12">
      <h1 className="page-title">{t('faq.title')}</h1>
      <p className="mt-3 text-lg">{t(entries.length > 0 ? 'faq.intro' : 'faq.none')}</p>
      {groups.map((group) => (
        <section key={group} className="mt-10">
          <h2 className="text-2xl font-bold">{group}</h2>
          <div className="mt-3 border-b border-hairline">
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Question key={entry.id} entry={entry} />
              ))}
          </div>
        </section>
      ))}
      <section className="mt-12 flex flex-col gap-4 rounded-card bg-tint p-5 md:flex-row md:items-center md:p-8">
        <div className="grow">
          <h2 className="text-xl font-bold">{t('faq.moreTitle')}</h2>
          <p className="mt-1">{t('faq.moreText')}</p>
        </div>
        <PageLink page="Contact" className={`${buttonClass()} shrink-0`}>
          {t('faq.toContact')}
        </PageLink>
      </section>
      {entries.length > 0 ? (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: faqData(entries) }} />
      ) : null}
    </div>
  )
}

// Opens without script, also by its address: browsers open details around a fragment.
function Question({ entry }: { entry: FaqEntry }) {
  const t = useTexts('help')
  return (
    <details className="group border-t border-hairline">
      <summary className="flex min-h-14 list-none items-center gap-4 py-3 hover:text-link">
        <h3 className="grow font-body text-lg leading-snug font-semibold">{entry.question}</h3>
        <Icon
          name="chevronDown"
          className="size-6 shrink-0 text-primary-text transition group-open:rotate-180"
        />
      </summary>
      <div id={entry.id} className="prose-text scroll-mt-24 pb-5">
        <RichContent text={entry.answer} />
        <a href={`#${entry.id}`} className="inline-flex min-h-11 items-center text-base">
          {t('faq.link')}
          <span className="sr-only">: {entry.question}</span>
        </a>
      </div>
    </details>
  )
}

// Browsers do it on page loads; our links only change the address.
function useOpenedByAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = document.getElementById(hash.slice(1))
    const details = answer?.closest('details')
    if (!answer || !details) return
    details.open = true
    answer.scrollIntoView({ block: 'start' })
  }, [hash])
}
