import doctest
import pathlib
import threading

import pliego
import pytest

TEXT = "# Carta\n\nQuerida amiga.[^1]\n\n[^1]: Desde Lisboa.\n"


def test_examples_hold():
    assert doctest.testmod(pliego).failed == 0


def test_same_bytes_from_text_and_file(tmp_path: pathlib.Path):
    path = tmp_path / "text.md"
    path.write_text(TEXT, encoding="utf-8")
    one = pliego.build(text=TEXT, language="es")
    two = pliego.build(path, language="es")
    assert one.files == two.files
    written = one.write(tmp_path / "out")
    assert [pathlib.Path(path).read_bytes() for path in written] == list(one.files.values())


def test_an_edition_is_complete():
    made = pliego.build(text=TEXT, language="es")
    for data in made.files.values():
        found = pliego.audit(data, text=TEXT, language="es")
        assert found.complete and found.notes == 1
    changed = pliego.audit(made["epub"], text=TEXT.replace("amiga", "prima"), language="es")
    assert not changed.complete and changed.findings[0].code.startswith("a-")


def test_doubts_have_places():
    recovered = pliego.recover("Uno dos\ntres cuatro.\n\n12\n\nCinco seis.1\n\n1 Una nota.\n")
    assert recovered.document["blocks"]
    for doubt in recovered.doubts:
        assert doubt.message and doubt.code


def test_errors_have_a_place(tmp_path: pathlib.Path):
    book = tmp_path / "book.toml"
    book.write_text('[book]\ntitle = "T"\nlanguage = "Spanish"\n')
    with pytest.raises(pliego.PliegoError) as raised:
        pliego.build(book)
    assert raised.value.code == "project"
    assert raised.value.file.endswith("book.toml")
    assert raised.value.line == 3


def test_every_named_edition_is_made(tmp_path: pathlib.Path):
    (tmp_path / "uno.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "book.toml").write_text(
        '[book]\ntitle = "T"\nlanguage = "es"\nslug = "t"\n'
        '[[edition]]\nname = "grande"\ndesign.template = "large-print"\n'
        '[[edition]]\nname = "kindle"\nformats = ["epub"]\nepub-flavour = "kindle"\n',
        encoding="utf-8",
    )
    made = pliego.build(tmp_path)
    assert list(made.files) == ["grande/epub", "grande/pdf", "kindle/epub"]
    assert made.report["names"]["grande/pdf"] == "t-grande.pdf"
    assert [one["name"] for one in made.report["editions"]] == ["grande", "kindle"]
    one = pliego.build(tmp_path, editions=["kindle"])
    assert one.files == {"kindle/epub": made["kindle/epub"]}
    with pytest.raises(pliego.PliegoError, match="did you mean 'kindle'"):
        pliego.build(tmp_path, editions=["kindel"])


def test_errors_are_exceptions(tmp_path: pathlib.Path):
    with pytest.raises(pliego.PliegoError, match="does not exist|no such|cannot"):
        pliego.build(tmp_path / "none.md")
    with pytest.raises(ValueError, match="write 'es'"):
        pliego.build(text=TEXT, language="Spanish")
    with pytest.raises(ValueError, match="no format"):
        pliego.build(text=TEXT, formats=["doc"])
    with pytest.raises(TypeError):
        pliego.build()


def test_threads_work_side_by_side():
    results = []

    def work():
        results.append(pliego.build(text=TEXT, formats=["epub"], language="es")["epub"])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1 and len(results) == 4


def test_a_book_uses_files_of_its_own_folder_only(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "one.md").write_text("# One\n\nThe mill stood still.\n")
    (tmp_path / "book").mkdir()
    book = tmp_path / "book" / "book.toml"
    book.write_text('[book]\ntitle = "The mill"\nchapters = ["../texts/one.md"]\n')
    with pytest.raises(pliego.PliegoError, match="outside the folder of the book"):
        pliego.build(book, formats=["epub"])
    made = pliego.build(book, formats=["epub"], allow_paths=[tmp_path / "texts"])
    assert made["epub"][:2] == b"PK"


def test_words_of_a_library_are_asked(tmp_path: pathlib.Path):
    text = (
        "El maestro había llegado allí de aprendiz y conservaba de aquellos años una\n"
        "paciencia que sus oficiales y los vecinos tomaban por des-\n"
        "dén, y nadie le vio nunca correr por la calle ni por la casa.\n"
    )
    table = "# pliego-words 1 documents=9 least=2 words=1\nes\tdesdén\t4\t4\n"
    path = tmp_path / "words.tsv"
    path.write_text(table, encoding="utf-8")
    read_once = pliego.WordTable("words.tsv", table.encode())
    unseen = lambda **more: [
        one.code for one in pliego.recover(text, **more).findings if one.code == "r-209"
    ]
    assert unseen() == ["r-209"]
    assert unseen(words=path) == unseen(words=read_once) == []
    path.write_text("desdén\n", encoding="utf-8")
    with pytest.raises(ValueError, match="words.tsv:1: this is not a table of words"):
        pliego.recover(text, words=path)
