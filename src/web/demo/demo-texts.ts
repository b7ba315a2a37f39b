import type { Locale } from '../../domain/tenant.ts'

// The pages of demo mode are a tool beside the product, so their texts stay beside them and out of the tenants' files.

const de = {
  newTab: 'öffnet einen neuen Tab',
  skip: 'Zum Inhalt springen',
  otherLanguage: 'English',
  overview: {
    title: 'Zuspruch – Demo',
    tag: 'Demo',
    heading: 'In fünf Minuten von der Empfehlung zur ausgezahlten Prämie',
    lead: 'Drei erfundene Unternehmen, ein eigenes Postfach und eine Uhr, die Sie vorstellen können. Alles läuft auf diesem Rechner, nichts davon geht hinaus.',
    inbox: 'Postfach',
    openInbox: 'Postfach öffnen',
    docs: 'API-Dokumentation',
    done: 'Erledigt',
    problem: 'Das ging nicht',
    clock: 'Die Uhr der Demo',
    onTime: 'zeigt die echte Zeit',
    ahead: (days: number) =>
      days === 1 ? 'ist der echten Zeit 1 Tag voraus' : `ist der echten Zeit ${days} Tage voraus`,
    aheadLess: 'ist der echten Zeit etwas voraus',
    jump: 'Vorstellen um',
    jumps: { P1D: '1 Tag', P28D: '4 Wochen', P84D: '12 Wochen' },
    jumpLabel: (length: string) => `Uhr um ${length} vorstellen`,
    clockNote: 'Was dabei fällig wird, geschieht Tag für Tag. Zurück geht es nicht.',
    path: 'Der Weg in sieben Schritten',
    steps: [
      {
        title: 'Empfehlen',
        text: 'Öffnen Sie ein Unternehmen und empfehlen Sie ein Produkt, mit einer beliebigen Adresse wie anna@post.example. Am Ende steht Ihr Empfehlungslink. Wo Sie sich anmelden müssen, nehmen Sie den Zugang von unten.',
      },
      {
        title: 'Postfach öffnen',
        text: 'Die Begrüßung ist da, denn jede E-Mail der Demo landet hier. Der Knopf in der Mail führt zur Registrierung.',
      },
      {
        title: 'Den Link als Freund öffnen',
        text: 'Rufen Sie den Empfehlungslink in einem privaten Fenster auf, nehmen Sie mit einer zweiten Adresse an und bestätigen Sie diese im Postfach.',
      },
      {
        title: 'Vertrag abschließen',
        text: 'Nach der Bestätigung geht es in den Shop des Unternehmens. Ein Knopf schließt dort den Vertrag ab.',
      },
      {
        title: 'Die Zeit vergehen lassen',
        text: 'Nach der Widerspruchsfrist wird der Auftrag von selbst freigegeben. Stellen Sie die Uhr vor, oder geben Sie ihn unten sofort frei.',
      },
      {
        title: 'Prämie abholen',
        text: 'Im Postfach liegt der Link zur Prämie. Wählen Sie die Überweisung und geben Sie diese Test-IBAN an:',
      },
      {
        title: 'Auszahlen',
        text: 'Vier Wochen später ist das Geld fällig. Stellen Sie die Uhr vor, erstellen Sie unten die Auszahlung und lassen Sie die Bank sie ausführen.',
      },
    ],
    companies: 'Die drei Unternehmen',
    companiesLead: 'Jedes hat eigene Seiten, Produkte, Regeln und Zahlungen.',
    openSite: 'Website',
    openShop: 'Shop',
    login: 'Fertiger Zugang',
    role: 'Rolle',
    roles: { referrer: 'Empfehlerin' } as Record<string, string>,
    email: 'E-Mail',
    password: 'Passwort',
    logIn: 'Anmelden',
    orders: 'Aufträge',
    noOrders: 'Noch keine. Der erste entsteht im Shop, in Schritt 4.',
    orderStates: {
      reported: 'gemeldet',
      confirmed: 'bestätigt',
      released: 'freigegeben',
      cancelled: 'storniert',
    } as Record<string, string>,
    contractOn: (date: string) => `Vertrag vom ${date}`,
    release: 'Freigeben',
    releaseLabel: (number: string) => `Auftrag ${number} freigeben`,
    payouts: 'Auszahlungen',
    due: (count: number) => (count === 1 ? 'fällig, 1 Prämie' : `fällig, ${count} Prämien`),
    nothingDue: 'Nichts fällig. Bares Geld wird vier Wochen nach der Angabe der IBAN fällig.',
    runPayout: 'Auszahlung erstellen',
    transfers: (count: number) => (count === 1 ? '1 Überweisung' : `${count} Überweisungen`),
    batchStates: {
      'in-transit': 'bei der Bank',
      paid: 'ausgeführt',
      rejected: 'abgelehnt',
      returned: 'zurückgebucht',
      mixed: 'teilweise ausgeführt',
    } as Record<string, string>,
    file: 'SEPA-Datei',
    fileLabel: (id: string) => `SEPA-Datei der Auszahlung ${id}`,
    execute: 'Bank führt aus',
    footer:
      'Alle Unternehmen und Personen sind erfunden. Jeder Knopf dieser Seite ist auch ein JSON-Aufruf für Skripte.',
  },
  inbox: {
    title: 'Postfach der Demo',
    lead: 'Alle E-Mails der drei Unternehmen, die neuesten zuerst.',
    empty: 'Noch keine E-Mail da. Die erste kommt mit der ersten Empfehlung.',
    reload: 'Neu laden',
    whole: 'Ganzes Postfach öffnen',
    all: 'Alle E-Mails',
    between: (from: string, to: string) => `Von ${from} an ${to}`,
    look: 'Die E-Mail, wie sie aussieht',
    plain: 'Als reiner Text',
  },
  shop: {
    title: (name: string) => `Online abschließen – ${name}`,
    ribbon: 'Vorgetäuschter Shop der Demo: Hier entsteht kein echter Vertrag.',
    back: 'Zur Demo-Übersicht',
    heading: 'Jetzt online abschließen',
    lead: 'Produkt wählen, Vertrag abschließen, fertig.',
    referral: 'Empfehlung',
    referralNote: 'wird mit diesem Vertrag belohnt',
    products: 'Produkt',
    recommended: 'Persönlich empfohlen',
    email: 'E-Mail-Adresse aus der Empfehlung',
    emailHint:
      'Mit ihr wurde die Empfehlung angenommen. So findet der Vertrag zur richtigen Person.',
    button: 'Vertrag abschließen',
    buttonNote: 'Es kostet nichts: Das ist nur die Demo.',
    noProducts: 'Zurzeit ist kein Produkt im Angebot.',
    thanks: 'Vielen Dank!',
    thanksText: 'Der Vertrag ist abgeschlossen:',
    orderNumber: 'Auftragsnummer',
    next: 'So geht es weiter',
    nextText:
      'Der Auftrag ist beim Empfehlungsprogramm angekommen und bestätigt. In der Übersicht lässt sich die Uhr vorstellen oder der Auftrag sofort freigeben.',
    another: 'Noch einen Vertrag abschließen',
  },
}

type DemoTexts = typeof de

const en: DemoTexts = {
  newTab: 'opens a new tab',
  skip: 'Skip to content',
  otherLanguage: 'Deutsch',
  overview: {
    title: 'Zuspruch – demo',
    tag: 'Demo',
    heading: 'From a recommendation to a paid reward in five minutes',
    lead: 'Three invented companies, a mailbox of their own and a clock that you can move forward. Everything runs on this computer and nothing leaves it.',
    inbox: 'Inbox',
    openInbox: 'Open the inbox',
    docs: 'API documentation',
    done: 'Done',
    problem: 'That did not work',
    clock: 'The clock of the demo',
    onTime: 'shows the real time',
    ahead: (days) =>
      days === 1 ? 'is 1 day ahead of real time' : `is ${days} days ahead of real time`,
    aheadLess: 'is a little ahead of real time',
    jump: 'Move forward by',
    jumps: { P1D: '1 day', P28D: '4 weeks', P84D: '12 weeks' },
    jumpLabel: (length) => `Move the clock forward by ${length}`,
    clockNote: 'Whatever falls due on the way happens day by day. There is no way back.',
    path: 'The journey in seven steps',
    steps: [
      {
        title: 'Recommend',
        text: 'Open a company and recommend a product with any address, such as anna@post.example. You end up with your personal link. Where a login is needed, use the one given below.',
      },
      {
        title: 'Open the inbox',
        text: 'The welcome mail is there, because every mail of the demo lands here. The button in it leads to the registration.',
      },
      {
        title: 'Open the link as a friend',
        text: 'Visit the personal link in a private window, accept with a second address, and confirm that address in the inbox.',
      },
      {
        title: 'Conclude the contract',
        text: 'After the confirmation you go on to the company’s shop. One button there concludes the contract.',
      },
      {
        title: 'Let time pass',
        text: 'When the complaint period is over the order is released by itself. Move the clock forward, or release it below at once.',
      },
      {
        title: 'Collect the reward',
        text: 'The link to the reward is in the inbox. Choose the bank transfer and give this test IBAN:',
      },
      {
        title: 'Pay out',
        text: 'Four weeks later the money is due. Move the clock forward, build the payout below and let the bank execute it.',
      },
    ],
    companies: 'The three companies',
    companiesLead: 'Each has its own pages, products, rules and payments.',
    openSite: 'Website',
    openShop: 'Shop',
    login: 'Ready-made login',
    role: 'Role',
    roles: { referrer: 'Referrer' },
    email: 'E-mail',
    password: 'Password',
    logIn: 'Log in',
    orders: 'Orders',
    noOrders: 'None yet. The first one comes from the shop, in step 4.',
    orderStates: {
      reported: 'reported',
      confirmed: 'confirmed',
      released: 'released',
      cancelled: 'cancelled',
    },
    contractOn: (date) => `Contract of ${date}`,
    release: 'Release',
    releaseLabel: (number) => `Release order ${number}`,
    payouts: 'Payouts',
    due: (count) => (count === 1 ? 'due, 1 reward' : `due, ${count} rewards`),
    nothingDue: 'Nothing is due. Cash falls due four weeks after the IBAN was given.',
    runPayout: 'Build the payout',
    transfers: (count) => (count === 1 ? '1 transfer' : `${count} transfers`),
    batchStates: {
      'in-transit': 'at the bank',
      paid: 'executed',
      rejected: 'rejected',
      returned: 'returned',
      mixed: 'partly executed',
    },
    file: 'SEPA file',
    fileLabel: (id) => `SEPA file of payout ${id}`,
    execute: 'Bank executes',
    footer:
      'All companies and people are invented. Every button of this page is also a JSON call for scripts.',
  },
  inbox: {
    title: 'Inbox of the demo',
    lead: 'All mails of the three companies, the newest first.',
    empty: 'No mail yet. The first one comes with the first recommendation.',
    reload: 'Reload',
    whole: 'Open the whole inbox',
    all: 'All mails',
    between: (from, to) => `From ${from} to ${to}`,
    look: 'The mail as it looks',
    plain: 'As plain text',
  },
  shop: {
    title: (name) => `Sign up online – ${name}`,
    ribbon: 'Pretend shop of the demo: no real contract comes about here.',
    back: 'To the demo overview',
    heading: 'Sign up online now',
    lead: 'Choose a product, conclude the contract, done.',
    referral: 'Recommendation',
    referralNote: 'is rewarded with this contract',
    products: 'Product',
    recommended: 'Personally recommended',
    email: 'E-mail address of the recommendation',
    emailHint:
      'The recommendation was accepted with it. It leads the contract to the right person.',
    button: 'Conclude contract',
    buttonNote: 'It costs nothing: this is only the demo.',
    noProducts: 'There is no product on offer at the moment.',
    thanks: 'Thank you!',
    thanksText: 'The contract is concluded:',
    orderNumber: 'Order number',
    next: 'What comes next',
    nextText:
      'The order has reached the referral programme and is confirmed. In the overview you can move the clock forward or release the order at once.',
    another: 'Conclude another contract',
  },
}

export const demoTexts: Record<Locale, DemoTexts> = { de, en }

/** `21.11.2026, 14:05 Uhr` / `21 November 2026, 14:05`, in the programme's zone. */
export function formatInstant(iso: string, locale: Locale): { day: string; time: string } {
  const instant = new Date(iso)
  const language = locale === 'de' ? 'de-DE' : 'en-GB'
  const zone = { timeZone: 'Europe/Berlin' }
  const day = new Intl.DateTimeFormat(language, {
    ...zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const time = new Intl.DateTimeFormat(language, { ...zone, hour: '2-digit', minute: '2-digit' })
  return {
    day: day.format(instant),
    time: `${time.format(instant)}${locale === 'de' ? ' Uhr' : ''}`,
  }
}
