const property = (name: string, text: string) => `
              <rdf:li rdf:parseType="Resource">
                <pdfaProperty:name>${name}</pdfaProperty:name>
                <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                <pdfaProperty:category>external</pdfaProperty:category>
                <pdfaProperty:description>${text}</pdfaProperty:description>
              </rdf:li>`

export type Embedded = { name: string; level: string }

/** How the XML is called in the PDF; XRechnung is a reference profile of ZUGFeRD. */
export const embedded = {
  en16931: { name: 'factur-x.xml', level: 'EN 16931' },
  xrechnung: { name: 'xrechnung.xml', level: 'XRECHNUNG' },
} as const satisfies Record<string, Embedded>

/** Marks the PDF as an invoice (Factur-X 1.0, section 6.3), with the schema PDF/A-3 requires for foreign fields. */
export const facturXMetadata = ({ name, level }: Embedded) => `
    <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
      <fx:DocumentType>INVOICE</fx:DocumentType>
      <fx:DocumentFileName>${name}</fx:DocumentFileName>
      <fx:Version>1.0</fx:Version>
      <fx:ConformanceLevel>${level}</fx:ConformanceLevel>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>fx</pdfaSchema:prefix>
            <pdfaSchema:property>
            <rdf:Seq>${property('DocumentFileName', 'The name of the embedded XML document')}${property(
              'DocumentType',
              'The type of the hybrid document in capital letters',
            )}${property('Version', 'The actual version of the standard applying to the embedded XML document')}${property(
              'ConformanceLevel',
              'The conformance level of the embedded XML document',
            )}
            </rdf:Seq>
            </pdfaSchema:property>
          </rdf:li>
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>`
