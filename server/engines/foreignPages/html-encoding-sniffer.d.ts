/** The parts that are used; the package brings no types. */
declare module 'html-encoding-sniffer' {
  /** The encoding of a document by the HTML standard, by its name. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options: {
      readonly xml?: boolean;
      readonly transportLayerEncodingLabel?: string | undefined;
      readonly defaultEncoding?: string;
    },
  ): string;
}
