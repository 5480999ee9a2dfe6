/** A whole number in a JSON text that becomes another one when it is read; undefined where there is none. */
export function numberThatLosesDigits(json: string): string | undefined {
	const outsideTexts = json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
	const whole = outsideTexts.match(/(?<![\d.])-?\d{16,}(?![\d.eE])/g) ?? [];
	return whole.find((digits) => String(Number(digits)) !== digits);
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
