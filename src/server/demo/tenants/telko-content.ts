import type { TenantContent } from '../../../domain/tenant.ts'
import { declareAccessibility } from './declare-accessibility.ts'

const how = { de: 'Freunden empfehlen', en: 'Recommend to friends' }
const bonus = { de: 'Bonus und Auszahlung', en: 'Reward and payment' }
const account = { de: 'Konto und Daten', en: 'Account and data' }

export const telkoContent: TenantContent = {
  faq: [
    {
      id: 'ablauf',
      group: how,
      question: { de: 'Wie geht das mit dem Empfehlen?', en: 'How does it work?' },
      answer: {
        de: 'Tarif aussuchen, Namen und E-Mail eintippen, Link teilen. Nimmt jemand an und bestellt, läuft der Rest von allein: Wir prüfen den Vertrag, und du bekommst eine E-Mail, sobald dein Bonus bereitsteht. Den Stand siehst du in „Mein Bereich“.',
        en: 'Pick a tariff, type your name and e-mail, share the link. If somebody accepts and orders, the rest runs by itself: we check the contract and you get an e-mail as soon as your reward is ready. You can follow it in your personal area.',
      },
    },
    {
      id: 'teilnahme',
      group: how,
      question: { de: 'Wer kann mitmachen?', en: 'Who can take part?' },
      answer: {
        de: 'Alle ab 18, die in Deutschland wohnen und privat empfehlen. Einen Vertrag bei uns brauchst du nicht. Mitarbeitende, Vertriebspartner und Dienstleister von Funkelnetz sind nicht dabei.',
        en: 'Everybody aged 18 or over who lives in Germany and recommends privately. You do not need a contract with us. Employees, sales partners and service providers of Funkelnetz are not included.',
      },
    },
    {
      id: 'neukunde',
      group: how,
      question: { de: 'Wem kann ich etwas empfehlen?', en: 'Whom can I recommend it to?' },
      answer: {
        de: 'Jeder anderen Person mit eigener E-Mail-Adresse, die in den letzten sechs Monaten keinen Vertrag derselben Art bei uns hatte, also Festnetz oder Mobilfunk. Dir selbst kannst du nichts empfehlen.',
        en: 'Any other person with their own e-mail address who has had no contract of the same kind with us in the last six months, meaning landline or mobile. You cannot recommend to yourself.',
      },
    },
    {
      id: 'gueltigkeit',
      group: how,
      question: { de: 'Wie lange gilt mein Link?', en: 'How long does my link work?' },
      answer: {
        de: '60 Tage, bis zum Ende des 60. Tages. Wer bis dahin angenommen hat, bleibt dabei. Abgelaufen? Neuer Link, unter einer Minute.',
        en: '60 days, until the end of the 60th day. Whoever has accepted by then stays in. Expired? A new link takes less than a minute.',
      },
    },
    {
      id: 'code',
      group: how,
      question: { de: 'Wofür ist der Code?', en: 'What is the code for?' },
      answer: {
        de: 'Zum Weitersagen, wenn du keinen Link schicken willst: acht Zeichen, die dein Kontakt unter „Code einlösen“ eingibt. Er führt zur selben Empfehlung wie dein Link.',
        en: 'For telling people when you do not want to send a link: eight characters that your contact enters under “Use a code”. It leads to the same recommendation as your link.',
      },
    },
    {
      id: 'wann',
      group: bonus,
      question: { de: 'Wann ist mein Bonus da?', en: 'When does my reward arrive?' },
      answer: {
        de: 'Der Anschluss muss bestätigt sein, und 30 Tage seit Vertragsdatum müssen vorbei sein. Dann kommt die E-Mail: Dein Bonus steht bereit. Cash ist 4 bis 10 Wochen nach dieser E-Mail auf deinem Konto, je nachdem, wann du deine IBAN angibst. Ein Gutschein kommt innerhalb von 24 Stunden per E-Mail.',
        en: 'The line has to be confirmed and 30 days have to pass from the contract date. Then the e-mail comes: your reward is ready. Cash is in your account 4 to 10 weeks after that e-mail, depending on when you enter your IBAN. A voucher arrives by e-mail within 24 hours.',
      },
    },
    {
      id: 'stufen',
      group: bonus,
      question: {
        de: 'Gibt es mehr, wenn ich öfter werbe?',
        en: 'Do I get more for more recommendations?',
      },
      answer: {
        de: 'Ja. Ab dem zweiten freigegebenen Auftrag innerhalb von sechs Monaten nach dem ersten Vertragsdatum werden aus 50 Euro Standardbonus 60 Euro. Tarife mit höherem Bonus behalten ihren Betrag.',
        en: 'Yes. From the second released order within six months of the first contract date, the standard reward of 50 euros becomes 60 euros. Tariffs with a higher reward keep theirs.',
      },
    },
    {
      id: 'teilen',
      group: bonus,
      question: { de: 'Kann ich den Bonus teilen?', en: 'Can I share the reward?' },
      answer: {
        de: 'Klar: alles für dich, 50:50 oder alles für deinen Kontakt. Du entscheidest beim Empfehlen und siehst die Beträge vorher. Später ändern geht nicht.',
        en: 'Sure: everything for you, 50:50 or everything for your contact. You decide when you recommend and see the amounts first. It cannot be changed later.',
      },
    },
    {
      id: 'gutschein',
      group: bonus,
      question: { de: 'Cash oder Gutschein?', en: 'Cash or voucher?' },
      answer: {
        de: 'Du hast die Wahl: Überweisung auf ein Konto im SEPA-Raum oder ein Gutschein für Musik, Games oder Kino. Gutscheine siehst du, wenn ihre Werte genau zu deinem Bonus passen. Abholen kannst du ihn 12 Monate lang.',
        en: 'Your choice: a transfer to an account in the SEPA area or a voucher for music, games or cinema. You see vouchers when their values add up to exactly your reward. You can collect it for 12 months.',
      },
    },
    {
      id: 'storno',
      group: bonus,
      question: {
        de: 'Was, wenn der Vertrag storniert wird?',
        en: 'What if the contract is cancelled?',
      },
      answer: {
        de: 'Bei Widerruf, Storno oder wenn der Anschluss nicht geschaltet werden kann, gibt es dafür keinen Bonus. Du bekommst dann eine E-Mail. Ist das Geld schon raus, melden wir uns. Alle anderen Empfehlungen laufen weiter.',
        en: 'If the contract is withdrawn or cancelled, or the line cannot be connected, there is no reward for it. You get an e-mail then. If the money has already gone out, we get in touch. All other recommendations carry on.',
      },
    },
    {
      id: 'zugang',
      group: account,
      question: { de: 'Passwort weg. Und jetzt?', en: 'Lost your password?' },
      answer: {
        de: 'Auf „Anmelden“ und dann „Passwort vergessen?“ gehen. Der Link in der E-Mail gilt 24 Stunden. Nichts da? Schau in den Spam-Ordner oder probier deine andere Adresse.',
        en: 'Go to “Log in” and then “Forgot your password?”. The link in the e-mail works for 24 hours. Nothing there? Look in your spam folder or try your other address.',
      },
    },
    {
      id: 'daten',
      group: account,
      question: { de: 'Was passiert mit den Daten?', en: 'What happens to the data?' },
      answer: {
        de: 'Deine Kontakte schreiben wir nicht an; den Link teilst du selbst. Du siehst nur Initialen und Stand, nie den Vertrag. Unbestätigte Daten löschen wir nach 12 Wochen, dein Konto löschst du jederzeit selbst.',
        en: 'We do not write to your contacts; you share the link yourself. You only see initials and progress, never the contract. Unconfirmed data is deleted after 12 weeks, and you can delete your account at any time.',
      },
    },
    {
      id: 'kontakt',
      group: account,
      question: { de: 'Wie erreiche ich euch?', en: 'How can I reach you?' },
      answer: {
        de: 'Per Kontaktformular, unter freunde@funkelnetz.example oder täglich von 7 bis 22 Uhr unter +49 40 66969 330. Mit deinem Empfehlungscode geht es schneller.',
        en: 'Through the contact form, at freunde@funkelnetz.example or every day from 7 am to 10 pm at +49 40 66969 330. Having your recommendation code at hand speeds things up.',
      },
    },
  ],
  accessibility: declareAccessibility({
    name: 'Funkelnetz',
    legalName: 'Funkelnetz GmbH',
    place: 'Funkelufer 28, 20457 Hamburg',
    email: 'freunde@funkelnetz.example',
    phone: '+49 40 66969 330',
    address: 'du',
    about: {
      de: 'Auf diesen Seiten empfiehlst du Festnetz- und Mobilfunktarife von Funkelnetz, siehst den Stand deiner Empfehlungen und holst deinen Bonus ab. Wem etwas empfohlen wird, der gibt hier seine Daten an und kommt zur Bestellung. Jeder Schritt ist auf der jeweiligen Seite in Worten erklärt; mehr Hilfe gibt es auf der Seite mit häufigen Fragen.',
      en: 'On these pages you recommend landline and mobile tariffs of Funkelnetz, see the progress of your recommendations and collect your reward. Your contacts enter their data here and go on to order. Every step is explained in words on its page, and the page of frequently asked questions gives more help.',
    },
    limits: {
      de: [
        'Die Seiten der Gutscheinpartner, auf die wir keinen Einfluss haben. Statt eines Gutscheins kannst du immer Cash wählen.',
        'Messenger und soziale Netzwerke, die sich beim Teilen öffnen. Den Link kannst du stattdessen kopieren oder den Code weitersagen.',
        'Der QR-Code ist ein Bild. Er enthält nur deinen Link, der direkt daneben als Text steht.',
      ],
      en: [
        'The pages of voucher partners, on which we have no influence. You can always choose cash instead of a voucher.',
        'Messengers and social networks that open when you share. You can copy the link instead, or tell somebody the code.',
        'The QR code is a picture. It holds nothing but your link, which stands next to it as text.',
      ],
    },
  }),
}
