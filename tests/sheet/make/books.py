# Makes the workbooks of tests/sheet/files with openpyxl 3.1.5; `lo-*.xlsx` are the same after a round trip through
# LibreOffice 7.4:  soffice --headless --convert-to xlsx --outdir lo organizations.xlsx
# The CSV texts: soffice --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1' (UTF-8), then iconv -t gb18030.
import datetime
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill, Alignment, Border, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.formatting.rule import CellIsRule

wb = Workbook()
ws = wb.active
ws.title = '学校名单'
ws.merge_cells('A1:H1')
ws['A1'] = '某市 2026 年学校名单'
ws['A1'].font = Font(size=16, bold=True)
ws['A1'].alignment = Alignment(horizontal='center')
# A header of two rows: groups over columns, and cells merged downwards.
for cell, text in {'A2': '上级', 'B2': '编码', 'C2': '名称', 'D2': '类型', 'E2': '联系', 'G2': '状态', 'H2': '建校日期', 'E3': '联系人', 'F3': '联系电话'}.items():
    ws[cell] = text
    ws[cell].font = Font(bold=True)
    ws[cell].fill = PatternFill('solid', start_color='DDEBF7')
for area in ['A2:A3', 'B2:B3', 'C2:C3', 'D2:D3', 'E2:F2', 'G2:G3', 'H2:H3']:
    ws.merge_cells(area)
rows = [
    ['B', 101, '第一小学', '学校', '李老师', 13800000001, '启用', datetime.date(1998, 9, 1)],
    [None, '0102', '第二小学', 'School', '王老师', '13800000002', '是', datetime.date(2001, 2, 28)],
    [None, '=CONCATENATE("01","03")', '第三小学', '学校', None, None, 0, 44805],
    [],
    ['B', '0104', '第四小学', '星球', '赵老师', '12', '也许', '2026-13-45'],
]
for n, row in enumerate(rows, 4):
    for c, value in enumerate(row, 1):
        if value is not None:
            ws.cell(n, c, value)
ws.merge_cells('A4:A6')
ws['B4'].number_format = '0000'
for n in (4, 5):
    ws.cell(n, 8).number_format = 'yyyy"年"m"月"d"日"'
ws['F4'].number_format = '0'
ws['C4'].font = Font(italic=True, color='0000FF')
ws['C8'].fill = PatternFill('solid', start_color='FFF2CC')
ws['C8'].comment = Comment('原来的批注', '教务处')
ws.column_dimensions['C'].width = 30
ws.row_dimensions[2].height = 24
ws.freeze_panes = 'A4'
dv = DataValidation(type='list', formula1='"学校,校区"', allow_blank=True)
ws.add_data_validation(dv)
dv.add('D4:D100')
ws.conditional_formatting.add('G4:G100', CellIsRule(operator='equal', formula=['0'], font=Font(color='FF0000')))
other = wb.create_sheet('说明')
other['A1'] = '第二张表不动'
hidden = wb.create_sheet('隐藏')
hidden.sheet_state = 'hidden'
hidden['A1'] = 1
wb.save('organizations.xlsx')
