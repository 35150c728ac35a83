// Made-up texts for the fake server: a letter, a long book, and lines that mean harm.

// What a line is, before its words:
//   H1 heading, D dateline, G greeting, P paragraph, Q quotation, V verse, N note, Z signature,
//   R running head, F folio, + the block goes on after something that was left out,
//   . the block goes on, _ blank, =7 page 7 begins with the next line.
// A doubt follows it: P?heading:520 may be a heading, and the program is 52 % sure that it is not.
const LETTER = `
=7
H1?paragraph:930 CARTA PRIMERA
_
H2?paragraph:480 Del molino de papel y de su dueña
_
D A la orilla del Tormes, 4 de marzo de 1791
_
G?heading:610 Amiga y señora mía:
_
P Prometí a usted contarle por menudo lo que viese en el molino, y cumplo
. ahora que las lluvias me tienen encerrado en la posada. Es el molino una
. casa grande y baja, de piedra sin labrar, con la rueda a poniente y tres
. tinas de roble en fila, cuya madera ha tomado el color de la miel vieja.
P?continued:540 Gobierna todo aquello doña Remedios Alcocer, viuda de un impresor,
. mujer de pocas palabras y de mucha cuenta, que sabe a ojo cuántas manos
. saldrán de un montón de trapo y no se equivoca en medio pliego. Cuando
. le pregunté quién le había enseñado, me respondió sin levantar la vista
F?text:880 7
=8
R?text:760 CARTA PRIMERA                                       8
+ que el hambre, y que era maestra muy puntual y nada lisonjera.
_
P Tiene escrita en la pared, con almagre, una copla que cantan los mozos
. mientras baten la pasta, y que copio aquí porque me pareció buena:
_
V?quotation:450    Papel fui de trapo viejo
V    y trapo de lino fui;
V    quien me escriba que me escriba,
V    que ya nada va de mí.
_
P?quotation:390 Preguntéle por el autor, y dijo que las coplas no tienen autor sino
. dueño, y que el dueño es quien las canta el último.
_
H2?paragraph:560 De los pliegos y su cuenta
_
P Llámase pliego la hoja entera como sale de la forma, y cuaderno los
. cinco pliegos que van metidos unos en otros. De veinticinco pliegos se
. hace una mano, y de veinte manos una resma*; mas en este molino la mano
. última de cada resma es siempre de costeras, que son los pliegos rotos.
P Quise comprar una resma de lo mejor, y no me la vendió. «Eso», dijo, «está
. apalabrado para un libro que todavía no ha escrito nadie». Y como yo
. me riese, añadió:
_
Q?paragraph:430    El papel bueno espera, señor mío; el que no espera es el malo,
.    que en tres inviernos se pone del color de la mala fe y se parte por
.    donde lo doblan.
_
N?paragraph:870 * Quinientos pliegos, si no mienten las costeras.
F?text:910 8
=9
R CARTA PRIMERA                                       9
P No supe qué responder, y compré media mano de costeras, en la cual va
. escrita esta carta. Perdone usted los bordes.
_
P?heading:350 La rueda parada
_
P A los cuatro días se heló el caz y paró la rueda. Los mozos, que cobran
. por resma, se fueron a sus casas a esperar; doña Remedios se quedó sola
. con las tinas, y cada dos horas rompía el hielo con una pértiga para que
. la pasta no se perdiese. La acompañé una noche. Hablamos de libros.
P Me dijo que no sabía leer. Que su marido le leía los domingos, y que de
. oírlo conocía ya cuándo una página estaba bien compuesta, porque la voz
. no tropezaba. «Los renglones malos», dijo, «se oyen».
_
V?paragraph:470    Quien no sabe leer, escucha;
V    quien escucha, leyó ya.
_
P He pensado mucho en ello. Tengo por cierto que hay quien lee toda la vida
. sin haber oído nunca un renglón, y no seré yo quien diga que no es ese
. mi caso. De aquella noche saqué un resfriado y esta página, y no trocaría
. ninguna de las dos cosas.
_
F 9
=10
R?text:690 CARTA SEGUNDA                                      10
H1 CARTA SEGUNDA
_
H2?paragraph:510 De la tinta, y de un viaje que no se hizo
_
D A la orilla del Tormes, 2 de abril de 1791
_
P Deshelóse el caz por San José, y con la rueda volvieron los mozos, las
. coplas y el ruido. He aprendido a hacer la forma, que es un bastidor de
. caoba con alambres de latón, y a levantarla llena sin que tiemble. Dice
. doña Remedios que el temblor queda escrito en el pliego para siempre.
P?continued:620 Hago ya treinta pliegos por hora, y de los treinta se salvan once.
_
P?list:500 Lo que se pide a un pliego es esto: que no beba, que no corte, que no
. hable cuando se le dobla, y que mirado al trasluz no enseñe nubes, sino
. un cielo parejo como el de enero.
_
H3?paragraph:420 Receta
_
P Tómese de agalla de roble una libra, de vitriolo media, de goma arábiga
. otra media, y de vino blanco lo que sufra la conciencia. Cuézase todo a
. fuego manso y cuélese por lienzo. La tinta así hecha sale parda y ennegrece
. después, como algunas reputaciones.
_
Q    La tinta que nace negra no dura. La que dura nace de color de
.    agua sucia, y hay que creer en ella una semana entera.
_
F?text:840 10
=11
R CARTA SEGUNDA                                      11
P Había pensado bajar a Salamanca con la recua del jueves, y hablar allí
. con los libreros; pero el jueves llovió, y el otro jueves también, y al
. tercero se me había pasado el deseo. Aquí me quedo hasta las Pascuas.
_
P Si viene usted, traiga trapo: lienzo viejo, mejor cuanto más lavado, y
. sin costuras. Es la única moneda que aquí no pierde.
_
Z?paragraph:650 De usted siempre, y con las manos mojadas,
Z Anselmo de la Riba
_
N?text:790 Nota del copista: falta en el original la carta tercera.
F 11
`;

const KINDS = {
  H: "heading",
  D: "dateline",
  G: "salutation",
  P: "paragraph",
  Q: "quotation",
  V: "verse",
  N: "note",
  Z: "signature",
  R: "running-head",
  F: "folio",
  _: "blank",
};

const LINE = /^([A-Z+._])([1-6])?(?:\?([a-z-]+):(\d+))?(?: (.*))?$/;

/**
 * @typedef {object} Line
 * @property {string} text
 * @property {string} kind
 * @property {number} [level]
 * @property {boolean} begins whether a block begins with it
 * @property {boolean} [continued]
 * @property {{ is: string, confidence: number }} [doubt]
 */

/** Reads the notation above. */
export function readLetter() {
  /** @type {Line[]} */
  const lines = [];
  const pages = [];
  for (const written of LETTER.trim().split("\n")) {
    const page = written.match(/^=(\d+)$/);
    if (page) {
      pages.push({ line: lines.length, label: page[1], picture: pages.length });
      continue;
    }
    const [, sign, level, is, confidence, text = ""] = written.match(LINE) ?? [];
    const goesOn = sign === "." || sign === "+";
    const before = goesOn
      ? lines.findLast(({ kind }) => !["folio", "running-head", "blank"].includes(kind))
      : null;
    lines.push({
      text,
      kind: before?.kind ?? KINDS[sign],
      ...(level && { level: Number(level) }),
      begins: !goesOn && !(sign === "V" && lines.at(-1)?.kind === "verse"),
      ...(sign === "+" && { continued: true }),
      ...(is && { doubt: { is, confidence: Number(confidence) } }),
    });
  }
  return { lines, pages };
}

const WORDS =
  "el papel que guarda la memoria de los ríos vuelve siempre al molino donde nació y allí espera otra mano".split(
    " ",
  );

/** A book of so many lines: chapters, paragraphs, pages. @param {number} count */
export function makeLong(count) {
  /** @type {Line[]} */
  const lines = [];
  const pages = [];
  let seed = 7;
  // Any numbers do, if they are the same each time.
  const random = (/** @type {number} */ most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  const sentence = (/** @type {number} */ words) =>
    Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(" ");
  while (lines.length < count) {
    const at = lines.length;
    if (at % 40 === 0) pages.push({ line: at, label: String(at / 40 + 1), picture: null });
    if (at % 40 === 39) lines.push({ text: String((at + 1) / 40), kind: "folio", begins: true });
    else if (at % 600 === 0)
      lines.push({ text: `CAPÍTULO ${at / 600 + 1}`, kind: "heading", level: 1, begins: true });
    else if (at % 600 === 1 || at % 600 === 12)
      lines.push({ text: "", kind: "blank", begins: true });
    else {
      // Most lines are as wide as a page, some much wider: a text that was not wrapped.
      const long = at % 97 === 0;
      const begins = at % 600 === 2 || at % 7 === 0;
      lines.push({
        text: `${at + 1}. ${sentence(long ? 120 : 6 + random(9))}`,
        kind: "paragraph",
        begins,
        ...(at % 100 === 50 && { doubt: { is: "heading", confidence: 300 + (at % 650) } }),
      });
    }
  }
  return { lines, pages };
}

/** Lines that mean harm to a page that would take them for markup, or for short. */
export function makeHostile() {
  const texts = [
    "<script>document.title = 'taken'</script>",
    "<img src=x onerror=\"document.title = 'taken'\"> &amp; &lt;b&gt;",
    "</div></body><style>* { display: none }</style>",
    "\u0000 \u0007 \u001b[31m \u007f control characters",
    "\u202e right to left, by force",
    "كتاب الورق والحبر",
    "ספר הנייר",
    `${"palabra ".repeat(2500)}fin`,
    "x".repeat(20000),
    "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 ﷽ 👩‍👩‍👧‍👦",
    "javascript:alert(1)",
    "",
    "\t\ttabs and     spaces",
  ];
  /** @type {Line[]} */
  const lines = texts.map((text, at) => ({
    text,
    kind: text === "" ? "blank" : at === 10 ? "a-kind-nobody-knows" : "paragraph",
    begins: true,
    ...(at < 3 && { doubt: { is: "heading", confidence: 500 } }),
  }));
  return { lines, pages: [{ line: 0, label: "<b>1</b>", picture: null }] };
}
