import { insteadOfFile } from '../../../../core/service/fileBody';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('latin1');

it.each<[type: string, contentType: string, start: string]>([
	['csv', 'text/csv', 'id,total\r\n1,2\r\n'],
	['csv', 'application/octet-stream', bytes('\uFEFFid;Ø;"<b>"\r\n')],
	['csv', 'text/csv', bytes('\uFEFFid\r\n', 'utf16le')],
	['csv', '', '"{id}",total'],
	['csv', '', '\r\nid'],
	['csv', '', 'DOCTYPE html,total'],
	['json', 'application/json', ' [{"id":1}]'],
	['json', 'text/plain', '{"error_count":0}'],
	['pdf', 'application/pdf', '%PDF-1.7\n%\u00E2\u00E3'],
	['pdf', '', '\u0000junk before it\n%PDF-1.4'],
	['xlsx', 'application/vnd.openxmlformats', 'PK\u0003\u0004\u0014\u0000'],
	['xls', '', bytes('d0cf11e0a1b11ae1', 'hex')],
	['xml', 'application/xml', '<?xml version="1.0"?><Document>'],
	['html', 'text/html', '<!doctype html><table>'],
	['', 'application/octet-stream', 'anything'],
	['', '', '<?xml version="1.0"?><Errors><none/></Errors>'],
	['txt', '', 'plain'],
])('a file of the type “%s” is one (%s, %j)', (type, contentType, start) => {
	expect(insteadOfFile(type, contentType, start)).toBeNull();
});

it.each<[instead: string, type: string, contentType: string, start: string]>([
	['a web page', 'csv', 'text/html; charset=utf-8', '<!DOCTYPE html><title>Sign in</title>'],
	['a web page', 'csv', 'text/csv', bytes('\uFEFF\n <!-- proxy -->\n<html lang="en">')],
	['a web page', 'pdf', '', '<HTML><body>'],
	['a web page', '', '', bytes('\uFEFF<!doctype html>', 'utf16le')],
	['a web page', 'csv', 'Text/HTML', 'Please sign in'],
	['a web page', 'json', 'application/xhtml+xml', '<?xml version="1.0"?><html>'],
	['an error', 'csv', 'application/xml', '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>'],
	['an error', 'xml', '', '<Error><Code>ExpiredToken</Code></Error>'],
	['an error', '', '', '<soap:Error>'],
	['markup', 'csv', '', '<response status="failed"/>'],
	['JSON', 'csv', 'application/json', '{"message":"Request has expired"}'],
	['a file that is no PDF', 'pdf', 'application/pdf', 'id,total\r\n'],
	['a file that is no XLSX', 'xlsx', '', '{"error":"gone"}'],
	['a file that is no JSON', 'json', '', 'gone'],
	['an empty file', 'csv', 'text/csv', ''],
	['an empty file', '', '', bytes('\uFEFF\r\n ')],
])('%s is no file of the type “%s” (%s, %j)', (instead, type, contentType, start) => {
	expect(insteadOfFile(type, contentType, start)).toBe(instead);
});
