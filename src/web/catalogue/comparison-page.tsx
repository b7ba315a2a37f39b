// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers take the roles of a
// table away where it is laid out by hand, as on phones (offers.css)
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Icon, Shape } from '../ui/icon.tsx'
import { classWords } from './class-words.ts'
import { mostCompared, readIds } from './compare-choice.ts'
import { compareOffers, type ComparedRow } from './compare-offers.ts'
import { Footnotes } from './footnotes.tsx'
import { markId, noteId, numberFootnotes, type FootnoteText } from './number-footnotes.ts'
import type { ComparedOffer } from './offer.ts'
import { showOffer } from './show-offer.ts'
import './offers.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = new URL(request.url).searchParams
  const wanted = readIds(query)
  const ids = wanted.slice(0, mostCompared)
  const found = await findOffers(page, ids, query.get('kategorie'))
  return {
    ...found,
    wanted: ids,
    tooMany: wanted.length > mostCompared,
    gone: found.offers.length < ids.length,
  }
}

type Found = { slug: string | null; offers: ComparedOffer[]; notes: FootnoteText[] }

/** The chosen offers in order: from their category, with its small print; else one by one. */
async function findOffers(page: PageContext, ids: string[], slug: string | null): Promise<Found> {
  if (ids.length === 0) return { slug, offers: [], notes: [] }
  const category = slug
    ? await callApi(page, 'showCategory', { params: { category: slug } }).catch(unlessMissing)
    : null
  const inCategory = ids.flatMap((id) => category?.offers.find((offer) => offer.id === id) ?? [])
  if (category && inCategory.length > 0)
    return {
      slug: category.category.id,
      ...numberFootnotes(category.footnotes, inCategory.map(showCompared)),
    }
  const products = await Promise.all(
    ids.map((id) => callApi(page, 'showProduct', { params: { id } }).catch(unlessMissing)),
  )
  // Their small print is the category's; a mark without it would lead nowhere.
  const offers = products.flatMap((product) =>
    product?.offer ? [{ ...showCompared(product.offer), footnotes: [] }] : [],
  )
  return { slug: null, offers, notes: [] }
}

const showCompared = (offer: ComparedOffer): ComparedOffer => ({
  ...showOffer(offer),
  deviceName: offer.deviceName,
  tariffName: offer.tariffName,
})

function unlessMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('offers')('comparison.title'), robots: 'noindex' }
}

export function Component() {
  const { offers, slug, tooMany, gone, notes, wanted } = useLoaderData<typeof loader>()
  const t = useTexts('offers')
  if (offers.length === 0) return <NothingToCompare gone={wanted.length > 0} />
  return (
    <div className="container-page py-6 md:py-12">
      <BackLink />
      <h1 className="page-title">{t('comparison.title')}</h1>
      <p className="mt-3 max-w-[42em] text-lg">{t('comparison.intro')}</p>
      {tooMany || gone ? (
        <div className="mt-5 max-w-[46em]">
          <Notice
            title={tooMany ? t('comparison.tooMany', { most: mostCompared }) : t('comparison.gone')}
          />
        </div>
      ) : null}
      {offers.length === 1 && slug ? (
        <p className="mt-3 font-semibold">{t('comparison.one')}</p>
      ) : null}
      <Table />
      <Footnotes notes={notes} offers={offers} />
    </div>
  )
}

function BackLink() {
  const { slug, offers } = useLoaderData<typeof loader>()
  const t = useTexts('offers')
  return slug ? (
    <TextLink
      page="Category"
      values={{ kategorie: slug, ids: offers.map(({ id }) => id).join(',') }}
      className="font-semibold"
    >
      {t('comparison.back')}
    </TextLink>
  ) : (
    <TextLink page="Categories" className="font-semibold">
      {t('categories.all')}
    </TextLink>
  )
}

function NothingToCompare({ gone }: { gone: boolean }) {
  const { slug } = useLoaderData<typeof loader>()
  const t = useTexts('offers')
  return (
    <MessagePage
      mark={
        <Shape className="size-10">
          <path d="M5 9h14M5 15h14" />
        </Shape>
      }
      title={gone ? t('comparison.goneTitle') : t('comparison.emptyTitle')}
      text={gone ? t('comparison.goneText') : t('comparison.emptyText')}
    >
      {slug ? (
        <PageLink page="Category" values={{ kategorie: slug }} className={buttonClass()}>
          {t('comparison.back')}
        </PageLink>
      ) : (
        <PageLink page="Categories" className={buttonClass()}>
          {t('categories.all')}
        </PageLink>
      )}
    </MessagePage>
  )
}

// On phones each row shows its name above the values, which stay side by side.
function Table() {
  const { offers } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('offers')
  const rows = compareOffers(offers, locale, ({ productClass, classUnit }) =>
    classWords(productClass, classUnit, t),
  )
  return (
    <table role="table" className="comparison" data-columns={offers.length}>
      <caption className="sr-only">{t('comparison.caption')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell" className="comparison-corner">
            <span className="sr-only">{t('comparison.corner')}</span>
          </td>
          {offers.map((offer) => (
            <Head key={offer.id} offer={offer} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row">
          <th role="rowheader" scope="row" className="comparison-name">
            <span className="sr-only">{t('card.recommend')}</span>
          </th>
          {offers.map(({ id, title }) => (
            <td role="cell" key={id}>
              <PageLink
                page="Recommendation"
                values={{ produktId: id }}
                aria-label={`${t('card.recommend')}: ${title}`}
                className="deal-button"
              >
                {t('comparison.recommend')}
              </PageLink>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

function Head({ offer }: { offer: ComparedOffer }) {
  const { offers, slug } = useLoaderData<typeof loader>()
  const t = useTexts('offers')
  const others = offers.filter(({ id }) => id !== offer.id).map(({ id }) => id)
  return (
    <th role="columnheader" scope="col">
      <img src={offer.picture} alt="" width={160} height={120} className="deal-picture" />
      <span className="comparison-title">{offer.title}</span>
      <span className="deal-notes">
        {offer.footnotes.map((mark) => (
          <a
            key={mark}
            id={markId(offer.id, mark)}
            href={`#${noteId(mark)}`}
            aria-label={`${t('notes.word')} ${mark}`}
          >
            {mark}
          </a>
        ))}
      </span>
      {offers.length > 1 ? (
        <PageLink
          page="Comparison"
          values={{ kategorie: slug ?? undefined, ids: others.join(',') }}
          className="comparison-remove"
        >
          <Icon name="close" className="size-4 shrink-0" />
          {t('compare.remove')}
          <span className="sr-only">: {offer.title}</span>
        </PageLink>
      ) : null}
    </th>
  )
}

function Row({ row: { name, cells, differs, best } }: { row: ComparedRow }) {
  const { offers } = useLoaderData<typeof loader>()
  const t = useTexts('offers')
  const ofLines = offers.every(({ classUnit }) => classUnit === 'Mbit/s')
  return (
    <tr role="row" className={`comparison-row row-${name}`}>
      <th role="rowheader" scope="row" className="comparison-name">
        {name === 'class' && ofLines ? t('filter.speed') : t(`row.${name}`)}
        {differs && offers.length > 1 ? (
          <span className="comparison-differs">
            <Shape className="inline size-4">
              <path d="M5 9h14M5 15h14M19 5 5 19" />
            </Shape>
            <span className="sr-only">({t('comparison.differs')})</span>
          </span>
        ) : null}
      </th>
      {cells.map((cell, index) => (
        <td role="cell" key={offers[index]?.id} data-best={best[index] || undefined}>
          {cell === null ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr-only">{t('comparison.nothing')}</span>
            </>
          ) : typeof cell === 'string' ? (
            cell
          ) : (
            <ul className="deal-points">
              {cell.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {best[index] ? (
            <span className="comparison-best">
              {t(name === 'bonus' ? 'comparison.highest' : 'comparison.lowest')}
            </span>
          ) : null}
        </td>
      ))}
    </tr>
  )
}
