# Makes `office-*` of tests/sheet/files in LibreOffice itself (7.4), as somebody at its window would:
#   soffice --headless --accept='pipe,name=sheets;urp;' &  /usr/bin/python3 office.py OUTPUT_DIRECTORY
# (Debian: python3-uno.) Whatever is compared with these files in tests stands here.
import os
import sys
import uno
from com.sun.star.awt import FontWeight
from com.sun.star.beans import NamedValue, PropertyValue
from com.sun.star.lang import Locale
from com.sun.star.sheet.ValidationType import LIST
from com.sun.star.table import CellRangeAddress
from com.sun.star.util import Date

out = os.path.abspath(sys.argv[1])
resolver = uno.getComponentContext().ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
context = resolver.resolve('uno:pipe,name=sheets;urp;StarOffice.ComponentContext')
desktop = context.ServiceManager.createInstanceWithContext('com.sun.star.frame.Desktop', context)
CHINA = Locale('zh', 'CN', '')


def prop(name, value):
    return PropertyValue(name, 0, value, 0)


def new():
    return desktop.loadComponentFromURL('private:factory/scalc', '_blank', 0, (prop('Hidden', True),))


def save(doc, name, kind, *more):
    doc.storeToURL('file://' + os.path.join(out, name), (prop('FilterName', kind), *more))


def format_of(doc, code):
    formats = doc.NumberFormats
    key = formats.queryKey(code, CHINA, False)
    return formats.addNew(code, CHINA) if key == -1 else key


def put(sheet, place, value, code=None, doc=None):
    cell = sheet.getCellRangeByName(place)
    if isinstance(value, str) and value.startswith('='):
        cell.Formula = value
    elif isinstance(value, str):
        cell.String = value
    else:
        cell.Value = value
    if code:
        cell.NumberFormat = format_of(doc, code)
    return cell


def merge(sheet, area):
    sheet.getCellRangeByName(area).merge(True)


TITLES = ['编号', '姓名', '学号', '出生日期', '考试时间', '入场', '得分率', '奖金', '住校', '总分', '等级', '备注']


def types(name, date1904):
    doc = new()
    if date1904:
        doc.NullDate = Date(1, 1, 1904)
    sheets = doc.Sheets
    sheets.getByIndex(0).Name = '成绩'
    sheet = sheets.getByIndex(0)
    # A heading over all columns, groups below it, titles in row 4; row 2 is empty.
    put(sheet, 'A1', '2026 学年第一学期成绩登记表').CharWeight = FontWeight.BOLD
    merge(sheet, 'A1:L1')
    for area, text in {'A3:C3': '考生', 'D3:F3': '时间', 'G3:K3': '成绩'}.items():
        put(sheet, area.split(':')[0], text)
        merge(sheet, area)
    put(sheet, 'L3', '备注')
    merge(sheet, 'L3:L4')
    for at, title in enumerate(TITLES[:-1]):
        sheet.getCellByPosition(at, 3).String = title
    day = (lambda serial: serial - 1462) if date1904 else (lambda serial: serial)
    # Row 5: everything as a program would like it.
    put(sheet, 'A5', 7, '000', doc)
    put(sheet, 'B5', '张三')
    put(sheet, 'C5', '0020260001').NumberFormat = format_of(doc, '@')
    put(sheet, 'D5', day(40422), 'YYYY-MM-DD', doc)
    put(sheet, 'E5', day(46266.3541666667), 'YYYY/M/D H:MM', doc)
    put(sheet, 'F5', 0.34375, 'H:MM', doc)
    put(sheet, 'G5', 0.925, '0.0%', doc)
    put(sheet, 'H5', 1234.5, '[$¥-804]#,##0.00', doc)
    put(sheet, 'I5', '=TRUE()')
    put(sheet, 'J5', '=500+92.5')
    put(sheet, 'K5', '=IF(J5>500;"优秀";"合格")')
    put(sheet, 'L5', '第一行\n第二行')
    # Row 6: as people would.
    put(sheet, 'A6', '008').NumberFormat = format_of(doc, '@')
    put(sheet, 'B6', '  李四　')
    put(sheet, 'C6', '２０２６０００２')
    put(sheet, 'D6', day(40422), '[$-804]YYYY"年"M"月"D"日"', doc)
    put(sheet, 'E6', '2026年9月1日 8点30分')
    put(sheet, 'F6', '上午8:15')
    put(sheet, 'G6', '92.5%').NumberFormat = format_of(doc, '@')
    put(sheet, 'H6', '￥1,234.50').NumberFormat = format_of(doc, '@')
    put(sheet, 'I6', '是')
    put(sheet, 'J6', '592.5').NumberFormat = format_of(doc, '@')
    put(sheet, 'K6', '=VLOOKUP("x";A5:B5;2;0)')
    rich = sheet.getCellRangeByName('L6')
    rich.String = '很重要的事'
    cursor = rich.createTextCursor()
    cursor.gotoStart(False)
    cursor.goRight(2, True)
    cursor.CharWeight = FontWeight.BOLD
    # Row 7 is empty; row 8 is hidden; row 9 divides by zero and has a date without its format.
    put(sheet, 'A8', 9, '000', doc)
    put(sheet, 'B8', '隐藏的人')
    sheet.Rows.getByIndex(7).IsVisible = False
    put(sheet, 'A9', 10, '000', doc)
    put(sheet, 'B9', '=CONCATENATE("王";"五")')
    put(sheet, 'D9', day(40422))
    put(sheet, 'J9', '=1/0')
    put(sheet, 'K9', '=NOSUCH(1)')
    sheet.Columns.getByIndex(10).IsVisible = False
    sheets.insertNewByName('说明', 1)
    put(sheets.getByIndex(1), 'A1', '不要改动')
    sheets.insertNewByName('参数', 2)
    put(sheets.getByIndex(2), 'A1', 1)
    sheets.getByIndex(2).IsVisible = False
    save(doc, name, 'Calc MS Excel 2007 XML')
    return doc


def rich_book():
    """What an office sends round: looks, notes, formulas, lists, protected cells, a chart, a filter, several sheets."""
    doc = new()
    sheets = doc.Sheets
    sheet = sheets.getByIndex(0)
    sheet.Name = '学校'
    sheets.insertNewByName('统计', 1)
    other = sheets.getByIndex(1)
    put(sheet, 'A1', '2026 年学校名单').CharHeight = 18
    merge(sheet, 'A1:G1')
    for at, title in enumerate(['编码', '名称', '类型', '上级', '联系电话', '状态', '校验']):
        cell = sheet.getCellByPosition(at, 1)
        cell.String = title
        cell.CellBackColor = 0xDDEBF7
        cell.CharWeight = FontWeight.BOLD
    rows = [
        ('X0', '乡教育办', '教育局（市）', '', '0755-12345678', '启用'),
        ('X1', '乡中心小学', '学校', 'X0', '13800000001', '启用'),
        ('X2', '村小', '星球', 'X0', '13800000002', '也许'),
        ('X3', '新校', '学校', '没有的上级', '12', '启用'),
        ('X2', '重复', '学校', 'X0', '13800000004', '启用'),
    ]
    for at, row in enumerate(rows):
        for column, text in enumerate(row):
            cell = sheet.getCellByPosition(column, 2 + at)
            cell.String = text
        sheet.getCellByPosition(6, 2 + at).Formula = f'=LEN(B{3 + at})'
    sheet.getCellRangeByName('C5').CellBackColor = 0xFFF2CC
    sheet.getCellRangeByName('E6').CharColor = 0x0000FF
    notes = sheet.Annotations
    notes.insertNew(sheet.getCellRangeByName('B3').CellAddress, '教务处：去年更名')
    notes.insertNew(sheet.getCellRangeByName('C5').CellAddress, '教务处：待定')
    rule = sheet.getCellRangeByName('F3:F100').Validation
    rule.Type = LIST
    rule.setFormula1('"启用";"停用"')
    sheet.getCellRangeByName('F3:F100').Validation = rule
    for at, width in enumerate([2500, 5200, 4200, 3000, 4000, 2200, 2000]):
        sheet.Columns.getByIndex(at).Width = width
    put(other, 'A1', '学校数')
    put(other, 'B1', "=COUNTA($'学校'.A3:A100)")
    put(other, 'A2', '平均长度')
    put(other, 'B2', "=AVERAGE($'学校'.G3:G7)", '0.00', doc)
    area = CellRangeAddress(1, 0, 0, 1, 1)
    other.Charts.addNewByName('图', uno.createUnoStruct('com.sun.star.awt.Rectangle', 200, 2500, 8000, 5000), (area,), False, True)
    doc.CurrentController.freezeAtPosition(0, 2)
    save(doc, 'office-rich.xlsx', 'Calc MS Excel 2007 XML')
    doc.close(True)


doc = types('office-types.xlsx', False)
save(doc, 'office-types.xls', 'MS Excel 97')
save(doc, 'office-types.ods', 'calc8')
secret = uno.Any('[]com.sun.star.beans.NamedValue', (NamedValue('CryptoType', 'Standard'), NamedValue('OOXPassword', 'secret')))
save(doc, 'office-locked.xlsx', 'Calc MS Excel 2007 XML', prop('EncryptionData', secret))
save(doc, 'office-locked.ods', 'calc8', prop('Password', 'secret'))
# Field separator, text mark, encoding (76 UTF-8, 85 GB18030), first line.
TEXT = 'Text - txt - csv (StarCalc)'
save(doc, 'office-types-gb18030.csv', TEXT, prop('FilterOptions', '44,34,85,1,,0,false,true,false'))
save(doc, 'office-types-semicolon.csv', TEXT, prop('FilterOptions', '59,34,76,1,,0,false,true,false'))
save(doc, 'office-types-tab.txt', TEXT, prop('FilterOptions', '9,34,76,1,,0,false,true,false'))
doc.close(True)
types('office-1904.xlsx', True).close(True)
rich_book()
