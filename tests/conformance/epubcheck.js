// Runs EPUBCheck on EPUBs, all in one Java virtual machine: a new one takes longer to start
// than a small book takes to check. Rhino, which veraPDF brings, runs this script.
// usage: java -cp JARS org.mozilla.javascript.tools.shell.Main epubcheck.js SAID EPUB...
//   SAID: a folder; N has the messages of the Nth book, N.status the exit code

var System = java.lang.System;
var folder = arguments[0];
var messages = new java.io.ByteArrayOutputStream();
var stream = new java.io.PrintStream(messages, true, 'UTF-8');
System.setOut(stream);
System.setErr(stream);

var write = function (name, bytes) {
    var file = new java.io.FileOutputStream(folder + '/' + name);
    file.write(bytes);
    file.close();
};

for (var number = 1; number < arguments.length; number++) {
    messages.reset();
    var checker = new Packages.com.adobe.epubcheck.tool.EpubChecker();
    var status = checker.run(['--failonwarnings', '--usage', '--quiet', arguments[number]]);
    stream.flush();
    write(number, messages.toByteArray());
    write(number + '.status', new java.lang.String(String(status)).getBytes());
}
