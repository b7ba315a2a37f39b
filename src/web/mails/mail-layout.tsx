import { Fragment } from 'react'
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components'
import type { MailTenant } from '../../contract/page-context.ts'
import type { Locale } from '../../domain/tenant.ts'
import { darkColours, lightColours } from './mail-colours.ts'
import type { MailContent } from './mail-content.ts'
import { mailFonts } from './mail-fonts.ts'
import {
  CodeList,
  mailStyles,
  darkCss,
  Facts,
  Sections,
  Steps,
  type MailStyles,
} from './mail-parts.tsx'
import type { MailTexts } from './mail-texts.ts'
import { footerLines, legalPages } from './write-plain-text.ts'

/** The HTML part in the tenant's look. Pictures are embedded, nothing is loaded; the name replaces a missing logo. */
export function MailLayout({
  content,
  tenant,
  locale,
  t,
}: {
  content: MailContent
  tenant: MailTenant
  locale: Locale
  t: MailTexts
}) {
  const colours = lightColours(tenant.theme)
  const styles = mailStyles(tenant.theme, colours, mailFonts(tenant.theme))
  const { amount, button, share } = content
  const legal = legalPages(content, tenant, t)
  const logo = tenant.pictures[tenant.theme.logo]
  const hero = content.picture === 'brand' ? tenant.pictures[tenant.theme.heroPicture] : undefined
  return (
    <Html lang={locale} dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkCss(darkColours(tenant.theme)) }} />
      </Head>
      <Body className="m-page" style={styles.page}>
        {/* Webmail drops the html element, and its language with it. */}
        <div lang={locale} dir="ltr">
          <Preview>{content.preheader}</Preview>
          <Container style={styles.container}>
            <Section className="m-band" style={styles.band}>
              <Row>
                <Column style={styles.bandCell}>
                  {logo ? (
                    <Img {...logo} alt={tenant.name} style={styles.logo} />
                  ) : (
                    <Text style={styles.brand}>{tenant.name}</Text>
                  )}
                </Column>
              </Row>
            </Section>
            {hero ? (
              <Section style={styles.hero}>
                <Row>
                  <Column>
                    <Img {...hero} alt="" style={styles.heroPicture} />
                  </Column>
                </Row>
              </Section>
            ) : null}
            <Section className="m-card" style={styles.card}>
              <Row>
                <Column className="m-cell" style={styles.cell}>
                  <Heading as="h1" className="m-text" style={styles.heading}>
                    {content.heading}
                  </Heading>
                  <Paragraphs
                    texts={[content.greeting, ...content.paragraphs]}
                    style={styles.text}
                  />
                  <Picture content={content} tenant={tenant} styles={styles} />
                  {amount ? (
                    <Section className="m-tint" style={styles.amountBox}>
                      <Row>
                        <Column style={styles.amountCell}>
                          {amount.label ? (
                            <Text className="m-muted" style={styles.amountLabel}>
                              {amount.label}
                            </Text>
                          ) : null}
                          <Text className="m-text" style={styles.amount}>
                            {amount.value}
                          </Text>
                        </Column>
                      </Row>
                    </Section>
                  ) : null}
                  <Facts facts={content.facts ?? []} styles={styles} />
                  <CodeList codes={content.codes ?? []} styles={styles} />
                  <Sections sections={content.sections ?? []} styles={styles} />
                  <Paragraphs texts={content.todo ?? []} style={styles.text} />
                  <Section style={styles.buttonRow}>
                    <Button href={button.link} className="m-button" style={styles.button}>
                      {button.label}
                    </Button>
                  </Section>
                  <Steps steps={content.steps ?? []} styles={styles} t={t} />
                  {share ? (
                    <Text className="m-text" style={styles.text}>
                      {share.text}
                      <br />
                      <Link href={share.link} className="m-link" style={styles.link}>
                        {share.label ?? share.link.replace(/^https?:\/\//, '')}
                      </Link>
                    </Text>
                  ) : null}
                  <Paragraphs texts={content.notes ?? []} style={styles.note} muted />
                  <Text className="m-text" style={styles.text}>
                    {t('regards')}
                    <br />
                    {tenant.name}
                  </Text>
                  <Text className="m-muted m-rule" style={styles.linkHelp}>
                    {t('linkHelp')}{' '}
                    <Link href={button.link} className="m-link" style={styles.link}>
                      {t('linkHelpLink')}
                    </Link>
                  </Text>
                </Column>
              </Row>
            </Section>
            <Section style={styles.footer}>
              <Paragraphs texts={footerLines(content, tenant, t)} style={styles.footerText} muted />
              {legal.length > 0 ? (
                <Text className="m-muted" style={styles.footerText}>
                  {legal.map(({ label, link }, index) => (
                    <Fragment key={link}>
                      {index > 0 ? '  ·  ' : null}
                      <Link href={link} className="m-link" style={styles.footerLink}>
                        {label}
                      </Link>
                    </Fragment>
                  ))}
                </Text>
              ) : null}
            </Section>
          </Container>
        </div>
      </Body>
    </Html>
  )
}

function Picture({
  content: { picture },
  tenant,
  styles,
}: {
  content: MailContent
  tenant: MailTenant
  styles: MailStyles
}) {
  const found = picture && picture !== 'brand' ? tenant.pictures[picture.path] : undefined
  if (!found || !picture || picture === 'brand') return null
  return <Img {...found} alt={picture.alt} style={styles.picture} />
}

function Paragraphs({
  texts,
  style,
  muted = false,
}: {
  texts: string[]
  style: React.CSSProperties
  muted?: boolean
}) {
  // Keyed by index: two lines of a message may be equal.
  return texts.map((text, index) => (
    <Text key={index} className={muted ? 'm-muted' : 'm-text'} style={style}>
      {text}
    </Text>
  ))
}
